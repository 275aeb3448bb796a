import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import { Repository } from '../persistence/repository.js';
import { ApiKey } from './api-key.aggregate.js';
import { Caller } from './caller.js';
import { hashOf, isKey } from './secret.js';

/** A revocation or a changed permission holds on every process within 5 seconds (decisions, section 2). */
const REMEMBERED_MS = 3_000;
const REMEMBERED_AT_MOST = 20_000;
const USED_AGAIN = '1 minute';

interface Remembered {
  caller: Caller | null;
  until: number;
}

interface Row {
  id: string;
  name: string;
  hash: Buffer;
  permissions: string[];
  accounts: string[] | null;
  rate_limit: number | null;
  expires_in_ms: number | null;
}

const FIND = `select id::text, name, hash, permissions, accounts::text[], rate_limit,
  (extract(epoch from expires_at - kernel.now()) * 1000)::float8 as expires_in_ms
  from kernel.api_key
  where hash = :hash and revoked_at is null and (expires_at is null or expires_at > kernel.now())`;

const TOUCH = `update kernel.api_key set last_used_at = kernel.now()
  where id = :id and (last_used_at is null or last_used_at < kernel.now() - interval '${USED_AGAIN}')`;

/** Finds the caller of a secret. Each process remembers what it found for three seconds. */
@Injectable()
export class ApiKeys {
  private readonly remembered = new Map<string, Remembered>();

  constructor(private readonly database: Database) {}

  /** null for a key that is malformed, unknown, revoked or expired. */
  find(secret: string): Caller | null | Promise<Caller | null> {
    const known = this.remembered.get(secret);
    if (known && known.until > performance.now()) return known.caller;
    return isKey(secret) ? this.look(secret) : null;
  }

  private async look(secret: string): Promise<Caller | null> {
    const hash = hashOf(secret);
    const [row] = await this.database.rows<Row>(FIND, { hash }, 'keys');
    const valid = row !== undefined && timingSafeEqual(row.hash, hash);
    const caller = valid ? new Caller(row.id, row.name, row.permissions, row.accounts, row.rate_limit) : null;
    if (this.remembered.size >= REMEMBERED_AT_MOST) this.remembered.clear();
    const lasts = Math.min(REMEMBERED_MS, row?.expires_in_ms ?? REMEMBERED_MS);
    this.remembered.set(secret, { caller, until: performance.now() + lasts });
    if (valid) this.database.rows(TOUCH, { id: row.id }, 'keys').catch(() => undefined); // a read-only database must not stop reads
    return caller;
  }
}

@Injectable()
export class ApiKeyRepository extends Repository<ApiKey> {
  protected readonly entity = ApiKey;
}
