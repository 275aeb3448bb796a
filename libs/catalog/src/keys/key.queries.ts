import type { Caller } from '@app/platform/auth';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isKeyVisible } from '../access.js';

/** Lists the keys that may do no more than the actor. */
export class ListKeys extends Query<JsonPage> {
  constructor(
    readonly actor: Caller,
    readonly filter: { status?: string },
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** A key that may do no more than the actor. */
export class ViewKey extends Query<Json> {
  constructor(
    readonly actor: Caller,
    readonly keyId: string,
  ) {
    super();
  }
}

const STATUS = `case when key.revoked_at is not null then 'revoked' when key.expires_at <= platform.now() then 'expired' else 'valid' end`;

const seconds = (column: string) => `date_trunc('second', key.${column}) as ${column}`;

const KEY = `key.id::text, key.name, key.permissions, key.accounts::text[] as account_ids, key.assets::text[] as asset_ids,
  key.is_read_only, key.rate_limit, ${seconds('expires_at')}, key.prefix, key.last_characters, ${STATUS} as status,
  ${seconds('revoked_at')}, ${seconds('created_at')}`;

const valuesOf = ({ permissions, accounts, assets }: Caller) => ({ permissions, accounts, assets });

@QueryHandler(ListKeys)
export class ListKeysHandler implements IQueryHandler<ListKeys> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, filter, page }: ListKeys): Promise<JsonPage> {
    return this.json.page(page, {
      from: 'platform.api_key key',
      where: `${isKeyVisible('key')} and (:status::text is null or ${STATUS} = :status)`,
      select: `${KEY}, ${seconds('last_used_at')}`,
      values: { ...valuesOf(actor), status: filter.status ?? null },
    });
  }
}

@QueryHandler(ViewKey)
export class ViewKeyHandler implements IQueryHandler<ViewKey> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, keyId }: ViewKey): Promise<Json> {
    return this.json.one({
      from: 'platform.api_key key',
      where: `key.id = :key and ${isKeyVisible('key')}`,
      select: KEY,
      values: { ...valuesOf(actor), key: keyId },
    });
  }
}
