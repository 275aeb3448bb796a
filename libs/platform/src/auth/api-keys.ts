import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/connection/database.js';
import { Repository } from '../persistence/aggregates/repository.js';
import { ApiKey } from './api-key.aggregate.js';
import type { Caller } from './caller.js';
import { hashOf, isKey } from './secret.js';

/** A revocation or a permission change takes effect in every process within 5 seconds (docs/contract/decisions.md, 2). */
const CACHE_MS = 3_000;
const CACHE_SIZE = 20_000;
const TOUCH_INTERVAL = '1 minute';

interface CachedCaller {
  caller: Caller | null;
  until: number;
}

interface Row extends Caller {
  hash: Buffer;
  expiresInMs: number | null;
}

const FIND = `select id::text as "keyId", hash, permissions, accounts::text[], assets::text[], is_read_only as "isReadOnly",
  rate_limit as "rateLimit", (extract(epoch from expires_at - platform.now()) * 1000)::float8 as "expiresInMs"
  from platform.api_key
  where hash = :hash and revoked_at is null and (expires_at is null or expires_at > platform.now())`;

const TOUCH = `update platform.api_key set last_used_at = platform.now()
  where id = :id and (last_used_at is null or last_used_at < platform.now() - interval '${TOUCH_INTERVAL}')`;

const FORGET_ACCOUNT = `update platform.api_key set accounts = array_remove(accounts, :account::bigint),
    revoked_at = case when accounts <@ array[:account::bigint] then coalesce(revoked_at, platform.now()) else revoked_at end
  where :account::bigint = any (accounts)`;

/** Looks up the caller of a secret. Each process caches the result for three seconds (docs/decisions/0006-api-key-cache.md). */
@Injectable()
export class ApiKeys {
  private readonly cache = new Map<string, CachedCaller>();

  constructor(private readonly database: Database) {}

  /** @returns null for a malformed, unknown, revoked or expired key */
  async find(secret: string): Promise<Caller | null> {
    const cached = this.cache.get(secret);
    if (cached && cached.until > performance.now()) return cached.caller;
    return isKey(secret) ? this.query(secret) : null;
  }

  private async query(secret: string): Promise<Caller | null> {
    const hash = hashOf(secret);
    const [row] = await this.database.rows<Row>(FIND, { hash }, 'keys');
    const valid = row !== undefined && timingSafeEqual(row.hash, hash);
    const caller = valid ? callerOf(row) : null;
    if (this.cache.size >= CACHE_SIZE) this.cache.clear();
    const lifetime = Math.min(CACHE_MS, row?.expiresInMs ?? CACHE_MS);
    this.cache.set(secret, { caller, until: performance.now() + lifetime });
    if (valid) this.database.rows(TOUCH, { id: row.keyId }, 'keys').catch(() => undefined); // reads must work while the database is read-only
    return caller;
  }
}

const callerOf = ({ hash: _hash, expiresInMs: _expiresInMs, ...caller }: Row): Caller => caller;

@Injectable()
export class ApiKeyRepository extends Repository<ApiKey> {
  protected readonly entity = ApiKey;

  /** Revokes the keys of an account that is removed. Keys of other accounts, too, lose it. */
  async forgetAccount(account: string): Promise<void> {
    await this.database.execute(FORGET_ACCOUNT, { account });
  }
}
