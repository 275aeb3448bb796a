import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { all, exists, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CANDIDATES, CODE } from '../issues/unit-suggestions.js';

/** Lists the provider ids of published entries without a matching unit, with units that have a similar number. */
export class ListUnmatched extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'process'>,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Uses `not in`, which Postgres always hashes; with outdated statistics, a join may compare every entry with every unit. */
const UNMATCHED = `(select distinct on (live.provider_id) live.id, live.provider_id, live.unit_number, live.building, live.price, live.available_on
  from pricing.entry live join pricing.process process on process.asset_id = live.asset_id and process.published_transaction_id = live.transaction_id
  where live.asset_id = :asset and process.id = :process and live.until is null
    and live.provider_id not in (select known.provider_id from pricing.unit known
      where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)
  order by live.provider_id, live.id) entry`;

@QueryHandler(ListUnmatched)
export class ListUnmatchedHandler implements IQueryHandler<ListUnmatched> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, page }: ListUnmatched): Promise<JsonPage> {
    return this.json.page(page, {
      requires: all(visibleAsset(actor, ids.assetId), exists('pricing.process', { process: ids.processId })),
      from: UNMATCHED,
      where: 'true',
      join: CANDIDATES,
      select: `entry.provider_id, entry.unit_number, entry.building, entry.price, entry.available_on, ${CODE} as code,
        coalesce(suggested.units, '[]') as suggestions`,
    });
  }
}
