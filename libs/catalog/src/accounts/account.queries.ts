import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ASSET, ASSETS } from '../assets/asset.queries.js';

export class ListAccounts extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewAccount extends Query<Reply> {
  constructor(readonly scope: Scope) {
    super();
  }
}

export class ListAccountAssets extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** only this one */
    readonly asset: string | undefined,
  ) {
    super();
  }
}

const ACCOUNT = 'account.id::text, account.name, account.created_at, account.updated_at';

@QueryHandler(ListAccounts)
export class ListAccountsHandler implements IQueryHandler<ListAccounts> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListAccounts): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'catalog.account account',
      where: '(:accounts::bigint[] is null or account.id = any (:accounts))',
      select: ACCOUNT,
    });
  }
}

@QueryHandler(ViewAccount)
export class ViewAccountHandler implements IQueryHandler<ViewAccount> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope }: ViewAccount): Promise<Reply> {
    return this.rows.one(scope, { from: 'catalog.account account', where: 'account.id = :account', select: ACCOUNT });
  }
}

@QueryHandler(ListAccountAssets)
export class ListAccountAssetsHandler implements IQueryHandler<ListAccountAssets> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, asset }: ListAccountAssets): Promise<Reply> {
    const held = `exists (select from catalog.account_asset held
      where held.asset_id = asset.id and held.account_id = :account)`;
    return this.rows.page(scope, page, {
      from: ASSETS,
      where: asset === undefined ? held : `${held} and asset.id = :wanted`,
      select: ASSET,
      values: { wanted: asset },
    });
  }
}
