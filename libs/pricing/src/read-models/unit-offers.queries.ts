import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Offer } from '../entries/quote.value.js';
import { dayOf, todayOf } from '../entries/flat-rule.js';
import { AVAILABILITY } from '../units/availability.js';

/** What a process offers of a unit to visitors. */
interface UnitOffers {
  /** where the asset stands */
  today: string;
  /** the day of publication there, for which the price that maps show was selected */
  publishedOn: string;
  /** in the order in which they were received; none if visitors see no price of the unit, or cannot rent it */
  offers: Offer[];
}

/** @returns undefined for an unknown process */
export class FindUnitOffers extends Query<UnitOffers | undefined> {
  constructor(
    readonly assetId: string,
    readonly processId: string,
    readonly unitId: string,
  ) {
    super();
  }
}

const TODAY = todayOf();

/** A price of 0 is one on request. */
const READ = `select ${TODAY}::text as today, ${dayOf('process.published_at')}::text as "publishedOn", (
    select coalesce(json_agg(json_build_object('price', entry.price, 'available_on', entry.available_on,
      'lease_term', entry.lease_term, 'lease_starts_on', entry.lease_starts_on) order by entry.id), '[]')
    from pricing.unit unit join pricing.entry entry on entry.asset_id = :asset
      and entry.transaction_id = process.published_transaction_id and entry.until is null and entry.provider_id = unit.provider_id
    where unit.asset_id = :asset and unit.process_id = process.id and unit.id = :unit and unit.show_pricing and entry.price > 0
      and ${AVAILABILITY('unit', 'process', TODAY)} <> 'unavailable'
  ) as offers
  from pricing.process process where process.asset_id = :asset and process.id = :process`;

@QueryHandler(FindUnitOffers)
export class FindUnitOffersHandler implements IQueryHandler<FindUnitOffers> {
  constructor(private readonly database: Database) {}

  async execute({ assetId: asset, processId: process, unitId: unit }: FindUnitOffers): Promise<UnitOffers | undefined> {
    return (await this.database.read<UnitOffers>(READ, { asset, process, unit }))[0];
  }
}
