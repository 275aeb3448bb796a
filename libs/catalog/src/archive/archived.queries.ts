import { type JsonPage, JsonQuery } from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { isAccountVisible, isRestorable, wasVisible } from '../access.js';
import { ListArchived } from '../archived.queries.js';
import { Asset } from '../assets/asset.aggregate.js';

const ROWS = {
  asset: {
    from: 'catalog.asset asset',
    where: `${isRestorable('asset')} and ${wasVisible('asset.id')}`,
    select: `${columnsOf(Asset, 'asset')}, (select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted
      where counted.asset_id = asset.id) as unit_count, asset.created_at, asset.updated_at`,
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

  execute({ kind, actor, page }: ListArchived): Promise<JsonPage> {
    return this.json.page(page, { ...ROWS[kind], values: { accounts: actor.accounts, assets: actor.assets } });
  }
}
