import { FindViewerPage, type PageKind } from '@app/mapping/contract';
import { isId, notFound } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { StoreVisitsJob } from './store-visits.job.js';
import { requireComplete, type Visit } from './visit.value.js';

/**
 * Counts what a visitor did on a page. It may have been open for long, so what happened with deleted units, or with assets that count no
 * visits any more, is left out. @throws Problem 404 for an unknown page, 422
 */
export class CountVisits extends Command<void> {
  constructor(
    readonly kind: PageKind,
    readonly key: string,
    readonly visits: readonly Visit[],
  ) {
    super();
  }
}

const COUNTING = `select view.asset_id::text as asset, (platform.now() at time zone view.time_zone)::date::text as day,
    array(select unit.id::text from catalog.unit_v1 unit
      where unit.asset_id = view.asset_id and unit.id = any (:units::bigint[])) as units
  from viewer.asset_view view where view.asset_id = any (:assets::bigint[]) and view.count_visits`;

@CommandHandler(CountVisits)
export class CountVisitsHandler implements ICommandHandler<CountVisits> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly counts: StoreVisitsJob,
  ) {}

  async execute({ kind, key, visits }: CountVisits): Promise<void> {
    const page = await this.queries.execute(new FindViewerPage(kind, key));
    if (!page) throw notFound(kind === 'embed' ? 'Embed' : 'Landing page');
    requireComplete(visits);
    const found = await this.database.rows<{ asset: string; day: string; units: string[] }>(COUNTING, {
      assets: page.maps.map((map) => map.asset_id),
      units: visits.flatMap(({ unitId }) => (isId(unitId) ? unitId : [])),
    });
    const days = new Map(found.map(({ asset, day }) => [asset, day]));
    const assets = new Map(found.flatMap(({ asset, units }) => units.map((unit) => [unit, asset] as const)));
    for (const visit of visits) {
      const { assetId, unitId = null } = visit;
      const day = days.get(assetId);
      if (day && (unitId === null || assets.get(unitId) === assetId)) this.counts.add(visit, day);
    }
  }
}
