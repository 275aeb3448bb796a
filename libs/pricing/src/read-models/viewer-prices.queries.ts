import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { UnitState } from '../processes/status-map.value.js';
import { todayOf } from '../entries/flat-rule.js';
import { AVAILABILITY, type Availability, NEXT_AVAILABLE_ON, stateOf } from '../units/availability.js';

/** Age at which prices are stale: two nightly deliveries are missing. */
const STALE_AFTER_HOURS = 48;

/** A process in the viewer document. */
export interface ViewerProcess {
  process_id: string;
  name: string;
  pricing_strategy: 'flat_pricing' | 'revenue_management';
  state: 'live' | 'stale' | 'hidden' | 'empty';
  as_of: string | null;
  /** units with an entry; all others are unavailable */
  units: ViewerPrice[];
}

export interface ViewerPrice {
  unit_id: string;
  price: number | null;
  full_price: number | null;
  specials_description: string | null;
  available_on: string;
  availability: Availability;
  status: string | null;
  /** what the status means */
  state: UnitState | null;
  show_pricing: boolean;
  show_online_leasing: boolean;
}

export interface ViewerPricing {
  /** an array of `ViewerProcess`, as JSON text */
  json: string;
  /** when the result changes without new data: a process becomes stale or a unit available; null = never */
  changesAt: Date | null;
  /** next day on which a unit becomes available, by process id */
  nextAvailableOn: Record<string, string | null>;
  /** ids of processes whose words without a state visitors see */
  statusShownBy: string[];
}

/**
 * Flat prices for the viewer. Each process has a state: `live`, `empty` (nothing or an empty set is published), `hidden` (every priced
 * unit hides its price) or `stale` (older than two days). Units with `show_pricing` false have no price.
 */
export class ViewerPrices extends Query<ViewerPricing> {
  /** what it reads */
  static readonly tables = ['pricing.process', 'pricing.unit'];

  constructor(readonly assetId: string) {
    super();
  }
}

const TODAY = todayOf(':assetId');

const READ = `
  with published as (
    select process.*, process.published_at + interval '${STALE_AFTER_HOURS} hours' as stale_at
    from pricing.process process where process.asset_id = :assetId
  ), shown as (
    select published.*, units.priced, units.visible, units.rows, units.next_available_on from published cross join lateral (
      select count(unit.price) as priced, count(unit.price) filter (where unit.show_pricing) as visible,
        ${NEXT_AVAILABLE_ON('unit', 'published', TODAY)} as next_available_on,
        coalesce(json_agg(json_build_object(
          'unit_id', unit.id::text,
          'price', case when unit.show_pricing then unit.price end,
          'full_price', case when unit.show_pricing then unit.full_price end,
          'specials_description', case when unit.show_pricing then unit.specials_description end,
          'available_on', unit.available_on, 'availability', ${AVAILABILITY('unit', 'published', TODAY)}, 'status', unit.status,
          'state', ${stateOf('unit', 'published')},
          'show_pricing', unit.show_pricing, 'show_online_leasing', unit.show_online_leasing)
          order by unit.id) filter (where unit.available_on is not null), '[]') as rows
      from pricing.unit unit where unit.asset_id = :assetId and unit.process_id = published.id
    ) units
  )
  select coalesce(json_agg(json_build_object(
      'process_id', shown.id::text, 'name', shown.name, 'pricing_strategy', shown.pricing_strategy,
      'state', case when shown.priced = 0 then 'empty' when shown.visible = 0 then 'hidden'
        when shown.stale_at <= platform.now() then 'stale' else 'live' end,
      'as_of', date_trunc('second', shown.published_at), 'units', shown.rows) order by shown.id), '[]')::text as json,
    least(min(shown.stale_at) filter (where shown.visible > 0 and shown.stale_at > platform.now()),
      min(shown.next_available_on)::timestamp at time zone
        (select zone.time_zone from catalog.time_zone_v1 zone where zone.asset_id = :assetId)) as "changesAt",
    coalesce(array_agg(shown.id::text) filter (where shown.show_status), '{}') as "statusShownBy",
    coalesce(json_object_agg(shown.id::text, shown.next_available_on) filter (where shown.id is not null), '{}') as "nextAvailableOn"
  from shown`;

@QueryHandler(ViewerPrices)
export class ViewerPricesHandler implements IQueryHandler<ViewerPrices> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ViewerPrices): Promise<ViewerPricing> {
    const [row] = await this.database.rows<ViewerPricing>(READ, { assetId });
    return row!;
  }
}
