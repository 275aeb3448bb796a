import { visibleAsset } from '@app/catalog/contract';
import type { Actor } from '@app/platform/auth';
import { type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** The first and the last day; default: the last 30 days. */
export interface Days {
  from?: string;
  to?: string;
}

/** Lists the counts of an asset, by day: the pages first, then the units. */
export class ListVisitCounts extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly days: Days,
    readonly page: PageRequest,
  ) {
    super();
  }
}

const DAYS = `asset_id = :asset and day >= coalesce(:from::date, (platform.now() - interval '30 days')::date)
  and day <= coalesce(:to::date, 'infinity')`;

const ROWS = {
  from: `(select 0 as id, day, null::bigint as unit_id, views, 0 as opens, filters, outbound_clicks
      from viewer.page_visit_count where ${DAYS}
    union all select 0, day, unit_id, views, opens, 0, outbound_clicks from viewer.unit_visit_count where ${DAYS}) visits`,
  where: 'true',
  select: 'visits.day, visits.unit_id::text, visits.views, visits.opens, visits.filters, visits.outbound_clicks',
  order: 'visits.day, visits.unit_id nulls first',
};

@QueryHandler(ListVisitCounts)
export class ListVisitCountsHandler implements IQueryHandler<ListVisitCounts> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId: asset, days, page }: ListVisitCounts): Promise<JsonPage> {
    const { from = null, to = null }: { from?: string | null; to?: string | null } = days;
    return this.json.page(page, { ...ROWS, requires: visibleAsset(actor, asset), values: { asset, from, to } });
  }
}
