import { type Actor } from '@app/platform/auth';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isAccountVisible, visibleAccount } from '../access.js';
import { ASSET_COLUMNS, ASSETS_WITH_UNIT_COUNT } from '../assets/asset.queries.js';

export class ListAccounts extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewAccount extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly accountId: string,
  ) {
    super();
  }
}

export class ListAccountAssets extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly accountId: string,
    /** id of the only asset to list */
    readonly asset: string | undefined,
    readonly page: PageRequest,
    readonly filesUrl: string,
  ) {
    super();
  }
}

const ACCOUNT = 'account.id::text, account.name, account.created_at, account.updated_at';

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, page }: ListAccounts): Promise<JsonPage> {
    return this.json.page(page, {
      from: 'catalog.account account',
      where: `account.archived_at is null and ${isAccountVisible('account.id')}`,
      select: ACCOUNT,
      values: { accounts: actor.accounts, assets: actor.assets },
    });
  }
}

@QueryHandler(ViewAccount)
export class ViewAccountHandler implements IQueryHandler<ViewAccount> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, accountId }: ViewAccount): Promise<Json> {
    return this.json.one({
      requires: visibleAccount(actor, accountId),
      from: 'catalog.account account',
      where: 'account.id = :account',
      select: ACCOUNT,
    });
  }
}

@QueryHandler(ListAccountAssets)
export class ListAccountAssetsHandler implements IQueryHandler<ListAccountAssets> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, accountId, page, asset, filesUrl }: ListAccountAssets): Promise<JsonPage> {
    const held = `exists (select from catalog.account_asset held
      where held.asset_id = asset.id and held.account_id = :account)`;
    return this.json.page(page, {
      requires: visibleAccount(actor, accountId),
      from: ASSETS_WITH_UNIT_COUNT,
      where: asset === undefined ? held : `${held} and asset.id = :wanted`,
      select: ASSET_COLUMNS,
      values: { wanted: asset, files: filesUrl },
    });
  }
}
