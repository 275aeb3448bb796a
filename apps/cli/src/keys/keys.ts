import { ApiKey, ApiKeyRepository, hashOf, isKey, type KeyTerms, newSecret } from '@app/platform/auth';
import { Clock, Database, UnitOfWork, violatedConstraint } from '@app/platform/persistence';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandError } from '../errors.js';

interface NamedKeyTerms extends KeyTerms {
  name: string;
}

/** A key as the command line shows it, without its secret. */
export interface KeyRow {
  id: string;
  name: string;
  /** first and last characters of the key; empty if it was created by SQL */
  prefix: string;
  last_characters: string;
  permissions: string[];
  accounts: string[] | 'all';
  /** those of the accounts that it sees */
  assets: string[] | 'all';
  is_read_only: boolean;
  /** requests per minute; 0 = no limit, null = the server's default */
  rate_limit: number | null;
  status: 'valid' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

const SHOW = `id::text, name, prefix, last_characters, permissions, coalesce(to_json(accounts::text[]), '"all"') as accounts,
  coalesce(to_json(assets::text[]), '"all"') as assets, is_read_only, rate_limit,
  case when revoked_at is not null then 'revoked' when expires_at <= platform.now() then 'expired' else 'valid' end as status,
  ${['created_at', 'expires_at', 'revoked_at', 'last_used_at']
    .map((column) => `to_json(date_trunc('second', ${column})) as ${column}`)
    .join(', ')}`;

/** All keys, as `KeyRow`. */
export const LIST_KEYS = `select ${SHOW} from platform.api_key key order by key.id`;

const NEWEST = `select id::text from platform.api_key key
  where name = :name and revoked_at is null order by key.id desc limit 1`;

const BY_HASH = 'select id::text from platform.api_key where hash = :hash';

const HOUR_MS = 3_600_000;

/** Operations of an operator on API keys. */
export class Keys {
  private readonly work: UnitOfWork;
  private readonly database: Database;
  private readonly keys: ApiKeyRepository;
  private readonly clock: Clock;

  constructor(app: INestApplicationContext) {
    this.work = app.get(UnitOfWork);
    this.database = app.get(Database);
    this.keys = app.get(ApiKeyRepository);
    this.clock = app.get(Clock);
  }

  async view(id: string): Promise<KeyRow> {
    const [row] = await this.database.rows<KeyRow>(`select ${SHOW} from platform.api_key where id::text = :id`, { id });
    if (!row) throw new CommandError(`There is no key with the id ${id}`);
    return row;
  }

  /** The id of a key, from its id or the key itself, which is not repeated in errors. */
  async named(text: string): Promise<string> {
    if (!isKey(text)) return text;
    const [row] = await this.database.rows<{ id: string }>(BY_HASH, { hash: hashOf(text) });
    if (!row) throw new CommandError('This key is not known in this database');
    return row.id;
  }

  /** @returns the id of the new key */
  async create({ name, ...terms }: NamedKeyTerms, secret: string): Promise<string> {
    const key = new ApiKey(name, secret, terms);
    try {
      return await this.work.run(async () => (await this.keys.add(key)).id);
    } catch (error) {
      throw violatedConstraint(error) === 'api_key_hash' ? new CommandError('This key already exists') : error;
    }
  }

  /** Updates the newest unrevoked key with this name to these terms, or creates one. */
  upsert({
    name,
    ...terms
  }: NamedKeyTerms): Promise<{ id: string; outcome: 'created' | 'changed' | 'unchanged'; secret?: string }> {
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(NEWEST, { name });
      if (!found) {
        const secret = newSecret();
        return { id: await this.create({ name, ...terms }, secret), outcome: 'created', secret };
      }
      const key = await this.keys.lock({ id: found.id });
      if (!key.revise(terms)) return { id: key.id, outcome: 'unchanged' };
      await this.keys.save(key);
      return { id: key.id, outcome: 'changed' };
    });
  }

  /** Creates a key with the same terms; the old key expires after the overlap. @returns the id of the new key */
  async rotate(id: string, secret: string, overlapHours: number): Promise<string> {
    await this.view(id);
    return this.work.run(async () => {
      const key = await this.keys.lock({ id });
      const successor = key.rotate(secret, await this.clock.now(), overlapHours * HOUR_MS);
      await this.keys.save(key);
      return (await this.keys.add(successor)).id;
    });
  }

  async revoke(id: string): Promise<KeyRow> {
    await this.view(id);
    await this.work.run(async () => {
      const key = await this.keys.lock({ id });
      key.revoke(await this.clock.now());
      await this.keys.save(key);
    });
    return this.view(id);
  }
}
