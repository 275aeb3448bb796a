import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AVAILABILITY, type Availability } from '../units/availability.js';

/** The price of a unit in a process. */
interface PublishedPrice {
  assetId: string;
  processId: string;
  unitId: string;
  /** as the feed sent it; null if the live publication does not price the unit */
  price: number | null;
  fullPrice: number | null;
  /** `YYYY-MM-DD` */
  availableOn: string | null;
  availability: Availability;
  status: string | null;
  /** whether visitors may see the price */
  showPricing: boolean;
}

/**
 * The prices of units of the assets now, for other contexts: one for each process that has priced the unit, ordered by asset, process and
 * unit. A unit that lost its price is included; one that never had a price is not.
 */
export class PublishedPrices extends Query<PublishedPrice[]> {
  constructor(readonly assetIds: readonly string[]) {
    super();
  }
}

const READ = `with day as materialized (
    select asset_id, (platform.now() at time zone time_zone)::date as today from catalog.time_zone_v1
    where asset_id = any (:assetIds::bigint[])
  )
  select unit.asset_id::text as "assetId", unit.process_id::text as "processId", unit.id::text as "unitId", unit.price,
  unit.full_price as "fullPrice", unit.available_on::text as "availableOn", ${AVAILABILITY('unit', 'process', 'day.today')} as availability, unit.status,
  unit.show_pricing as "showPricing"
  from pricing.unit unit join day on day.asset_id = unit.asset_id
  join pricing.process process on process.asset_id = unit.asset_id and process.id = unit.process_id
  where unit.asset_id = any (:assetIds::bigint[])
  order by unit.asset_id, unit.process_id, unit.id`;

@QueryHandler(PublishedPrices)
export class PublishedPricesHandler implements IQueryHandler<PublishedPrices> {
  constructor(private readonly database: Database) {}

  execute({ assetIds }: PublishedPrices): Promise<PublishedPrice[]> {
    return this.database.rows(READ, { assetIds });
  }
}
