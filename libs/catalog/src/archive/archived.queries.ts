import { type JsonPage, JsonQuery } from '@app/platform/persistence';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { isAccountVisible, isRestorable, wasVisible } from '../access.js';
import { ListArchived } from '../list-archived.queries.js';
import { assetColumns, unitCount } from '../assets/asset.queries.js';

const ROWS = {
  asset: {
    from: 'catalog.asset asset',
    where: `${isRestorable('asset')} and ${wasVisible('asset.id')}`,
    select: assetColumns(unitCount('asset.id'), []),
  },
  account: {
    from: 'catalog.account account',
    where: `${isRestorable('account')} and ${isAccountVisible('account.id')}`,
    select: 'account.id::text, account.name, account.archived_at, account.created_at, account.updated_at',
  },
};

@QueryHandler(ListArchived)
export class ListArchivedHandler implements IQueryHandler<ListArchived> {
  constructor(private readonly json: JsonQuery) {}

  execute({ kind, actor, page, filesUrl }: ListArchived): Promise<JsonPage> {
    const values = { accounts: actor.accounts, assets: actor.assets, ...(kind === 'asset' && { files: filesUrl }) };
    return this.json.page(page, { ...ROWS[kind], values });
  }
}
