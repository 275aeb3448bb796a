import { visibleAsset } from '@app/catalog/contract';
import type { Actor } from '@app/platform/auth';
import { invalid } from '@app/platform/core';
import { type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** The first and the last day; default: the last 30 days, those before `to`, or those from `from` on. */
export interface Days {
  from?: string;
  to?: string;
}

/** Days that are listed at once. */
export const MAX_DAYS = 100;
const DAY_MS = 24 * 60 * 60_000;

/** Lists the counts of an asset, by day: the pages first, then the units. @throws Problem 422 */
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

const TODAY = 'platform.now()::date';
const DAYS = `asset_id = :asset and day >= coalesce(:from::date, coalesce(:to::date, ${TODAY}) - 30)
  and day <= coalesce(:to::date, coalesce(:from::date, ${TODAY}) + ${MAX_DAYS})`;

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
    if (from && to && Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY_MS)
      throw invalid({ from: [`must be at most ${MAX_DAYS} days before to`] });
    return this.json.page(page, { ...ROWS, requires: visibleAsset(actor, asset), values: { asset, from, to } });
  }
}
