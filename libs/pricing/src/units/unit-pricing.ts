import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { flatPricingOrder } from '../entries/flat-rule.js';
import { MAX_LISTED_ISSUES } from '../issues/issue.dto.js';
import type { Unmatched } from '../issues/entry-issues.js';
import { buildingKey, numberKey } from '../entries/unit-names.js';
import type { UnmappedStatus } from '../publications/publication.dto.js';
import { keepStates, STATE_COLUMNS } from './unit-states.js';

/** The columns that a unit copies from its entry. */
const ENTRY = ['provider_id', 'price', 'available_on', 'status', 'specials_description'] as const;

const LIVE = `entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null`;

/**
 * Updates each unit to its selected entry, or to none; unchanged rows are not written. An entry whose provider id matches no unit is
 * matched by unit number, if exactly one unit of the asset, or of the building that it names, has that number, and no provider id; among
 * several entries, the first received counts. The lock of the process keeps others from writing pricing units meanwhile, and the locks of the candidates keep
 * units from being deleted: one whose deletion has begun is no candidate.
 */
const PRICE = `
  with best as materialized (
    select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.status, entry.specials_description
    from pricing.entry entry where ${LIVE} order by entry.provider_id, ${flatPricingOrder('entry')}
  ), known as materialized (
    select unit.* from pricing.unit unit where unit.asset_id = :asset and unit.process_id = :process
  ), unknown as materialized (
    select best.* from best where not exists (select from known where known.provider_id = best.provider_id)
  ), fresh as materialized (
    select unknown.*, first.unit_number, ${numberKey('first.unit_number')} as number, ${buildingKey('first')} as building, first.id as position
    from unknown cross join lateral (
      select entry.id, entry.unit_number, entry.building from pricing.entry entry
      where ${LIVE} and entry.provider_id = unknown.provider_id order by entry.id limit 1) first
  ), candidates as materialized (
    select unit.id, unit.building_id, ${numberKey('unit.unit_number')} as number, unit.created_at from catalog.unit_v1 unit
    where unit.asset_id = :asset and exists (select from fresh)
      and ${numberKey('unit.unit_number')} in (select number from fresh)
    for key share of unit
  ), numbered as (
    select number, null as building, min(id) as id, min(created_at) as created_at from candidates group by number having count(*) = 1
    union all
    select unit.number, building.key, min(unit.id), min(unit.created_at)
    from candidates unit join catalog.named_building_v1 building on building.asset_id = :asset and building.id = unit.building_id
    where exists (select from fresh where fresh.building is not null) group by unit.number, building.key having count(*) = 1
  ), claimed as materialized (
    select distinct on (numbered.id) numbered.id, numbered.created_at, ${ENTRY.map((column) => `fresh.${column}`).join(', ')}, known.id is null as is_new
    from fresh join numbered on numbered.number = fresh.number and numbered.building is not distinct from fresh.building
    left join known on known.id = numbered.id
    where known.provider_id is null order by numbered.id, fresh.position
  ), inserted as (
    insert into pricing.unit (asset_id, process_id, id, created_at, ${ENTRY.join(', ')}, valid_from, since)
    select :asset, :process, claimed.id, greatest(claimed.created_at, process.created_at), ${ENTRY.join(', ')}, :at::timestamptz, :publication::bigint
    from claimed join pricing.process process on process.asset_id = :asset and process.id = :process where claimed.is_new
  ), next as (
    select known.*, ${ENTRY.map((column) => `coalesce(best.${column}, claimed.${column}) as next_${column}`).join(', ')}
    from known left join best on best.provider_id = known.provider_id left join claimed on claimed.id = known.id
  ), changed as (
    update pricing.unit unit set provider_id = coalesce(next.provider_id, next.next_provider_id), price = next.next_price,
      available_on = next.next_available_on, status = next.next_status, specials_description = next.next_specials_description,
      full_price = case when next.next_price is not null then next.full_price end, updated_at = now(),
      valid_from = :at::timestamptz, since = :publication::bigint
    from next
    where unit.asset_id = :asset and unit.process_id = :process and unit.id = next.id
      and ((next.price, next.available_on, next.status, next.specials_description)
        is distinct from (next.next_price, next.next_available_on, next.next_status, next.next_specials_description)
        or next.provider_id is distinct from coalesce(next.provider_id, next.next_provider_id)
        or (next.next_price is null and next.full_price is not null))
    returning next.id, next.valid_from, next.since, ${STATE_COLUMNS.map((column) => `next.${column}`).join(', ')},
      next.price is not null and next.next_price is null as is_lost
  ), kept as (
    ${keepStates('changed former order by former.id')}
  ), unmatched as materialized (
    select fresh.provider_id, fresh.unit_number, fresh.building from fresh
    where (select count(*) from unknown) > (select count(*) from claimed)
      and not exists (select from claimed where claimed.provider_id = fresh.provider_id)
  )
  select (select count(*) from changed where is_lost)::int as losing,
    ((select count(*) from best) - (select count(*) from unknown) + (select count(*) from claimed))::int as priced,
    (select coalesce(sum((select count(*) from pricing.entry entry where ${LIVE} and entry.provider_id = unmatched.provider_id)), 0)
      from unmatched)::int as unmatched,
    (select coalesce(json_agg(json_build_object('provider_id', provider_id, 'unit_number', unit_number, 'building', building)), '[]')
      from (select * from unmatched order by provider_id limit ${MAX_LISTED_ISSUES}) first) as "firstUnmatched"`;

/**
 * Restores full prices that units lost together with their price since a publication, if they have a price again. Manually removed
 * ones stay removed. A unit that the restored publication does not change otherwise begins a new state.
 */
const RESTORE_FULL_PRICES = `with lost as (
    select distinct on (state.unit_id) state.unit_id, state.full_price, state.is_lost
    from (select unit_id, id, full_price, lead(id) over later is not null and lead(price) over later is null as is_lost
      from pricing.unit_state where asset_id = :asset and process_id = :process and until > :number::bigint
      window later as (partition by unit_id order by id)) state
    where state.full_price is not null order by state.unit_id, state.id desc
  ), former as materialized (
    select unit.*, lost.full_price as lost_price from pricing.unit unit join lost on lost.unit_id = unit.id
    where unit.asset_id = :asset and unit.process_id = :process and unit.price is not null and unit.full_price is null and lost.is_lost
  ), kept as (
    ${keepStates('former where former.valid_from is distinct from :at::timestamptz order by former.id')}
  )
  update pricing.unit unit set full_price = former.lost_price, updated_at = now(), valid_from = :at::timestamptz, since = :publication::bigint
  from former where unit.asset_id = :asset and unit.process_id = :process and unit.id = former.id`;

/** Keeps numbers of exactly one unit, which has no provider id. */
const FREE = `having count(*) = 1
        and min(unit.id) not in (select known.id from pricing.unit known
          where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)`;
/**
 * Counts entries of an open transaction that a commit would not match now, ignoring conflicts between ids with the same number.
 * Uses `not in`, which Postgres always hashes; as a join, each condition took seconds until statistics covered the entries and units.
 */
const UNMATCHED = `select count(*)::int as unmatched from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
    and entry.provider_id not in (select known.provider_id from pricing.unit known
      where known.asset_id = :asset and known.process_id = :process and known.provider_id is not null)
    and (${numberKey('entry.unit_number')}, coalesce(${buildingKey('entry')}, '')) not in (
      select ${numberKey('unit.unit_number')}, '' from catalog.unit_v1 unit where unit.asset_id = :asset group by 1 ${FREE}
      union all
      select ${numberKey('unit.unit_number')}, building.key from catalog.unit_v1 unit
        join catalog.named_building_v1 building on building.asset_id = :asset and building.id = unit.building_id
      where unit.asset_id = :asset group by 1, 2 ${FREE})`;

const UNMAPPED_STATUSES = `select unit.status, count(*)::int as units from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.status is not null
    and (select process.status_map from pricing.process process where process.asset_id = :asset and process.id = :process)
      ->> unit.status is null
  group by unit.status order by count(*) desc, unit.status limit ${MAX_LISTED_ISSUES}`;

/** How the entries of a data set match units. */
export interface Reach {
  /** number of entries without a matching unit */
  unmatched: number;
  /** the first of their provider ids */
  firstUnmatched: Unmatched[];
  /** number of units with a price */
  priced: number;
  /** number of units that lost their price */
  losing: number;
}

/** Updates all pricing units of a process in one statement, regardless of the number of entries. */
@Injectable()
export class UnitPricing {
  constructor(private readonly database: Database) {}

  /**
   * Updates the units of a process to the live entries.
   * @param live the new live generation and publication, and since when
   */
  async price(
    { assetId, processId }: { assetId: string; processId: string },
    live: { generation: string; publication: string; at: Date },
  ): Promise<Reach> {
    return (await this.database.rows<Reach>(PRICE, { asset: assetId, process: processId, ...live }))[0]!;
  }

  /**
   * To be called once the units show a restored publication.
   * @param number its number
   * @param live the publication that is live now, and since when
   */
  async restoreFullPrices(
    { assetId: asset, processId: process }: { assetId: string; processId: string },
    number: string,
    { publication, at }: { publication: string; at: Date },
  ): Promise<void> {
    await this.database.execute(RESTORE_FULL_PRICES, { asset, process, number, publication, at });
  }

  /** The words of units to which the process gives no state, the most frequent first. */
  unmappedStatuses({
    assetId: asset,
    processId: process,
  }: {
    assetId: string;
    processId: string;
  }): Promise<UnmappedStatus[]> {
    return this.database.rows<UnmappedStatus>(UNMAPPED_STATUSES, { asset, process });
  }

  /** The number of entries in an open transaction without a matching unit. */
  async unmatched(values: { asset: string; process: string; transaction: string }): Promise<number> {
    return (await this.database.rows<{ unmatched: number }>(UNMATCHED, values))[0]!.unmatched;
  }
}
