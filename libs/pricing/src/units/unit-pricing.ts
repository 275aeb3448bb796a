import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { FLAT_ORDER } from '../entries/flat-rule.js';
import type { FlatEntrySelector } from '../entries/flat-entry-selector.js';
import { ISSUES_LISTED } from '../issues/issue.dto.js';
import type { Unmatched } from '../issues/entry-issues.js';
import { keepStates } from './unit-states.js';

/** The entry that stands for each unit, and which came first with its provider id. */
interface Selection {
  best: string;
  received: string;
}

const LIVE = `entry.asset_id = :asset and entry.transaction_id = :generation and entry.until is null`;

const OF_THE_GENERATION: Selection = {
  best: `select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.status, entry.specials_description
    from pricing.entry entry where ${LIVE} order by entry.provider_id, ${FLAT_ORDER('entry')}`,
  received: `select unknown.*, first.unit_number, first.id as place from unknown cross join lateral (
      select entry.unit_number, entry.id from pricing.entry entry where ${LIVE} and entry.provider_id = unknown.provider_id
      order by entry.id limit 1) first`,
};

/** The same, selected already (entries/flat-entry-selector.ts). */
const SELECTED: Selection = {
  best: `select * from unnest(:providers::text[], :numbers::text[], :prices::integer[], :days::date[], :statuses::text[], :specials::text[])
    with ordinality as selected (provider_id, unit_number, price, available_on, status, specials_description, place)`,
  received: 'select * from unknown',
};

/**
 * Each unit shows the entry that stands for it, or nothing; rows that stay as they are are not written. Units that no entry
 * reaches by provider id yet take one by their number: when exactly one unit of the asset has it, and has no provider id. Of
 * several entries for one unit the first received counts. No unit is deleted meanwhile: that waits for the lock of the process.
 */
const pricing = ({ best, received }: Selection) => `
  with best as materialized (
    ${best}
  ), unknown as materialized (
    select best.* from best where not exists (select from pricing.unit known
      where known.asset_id = :asset and known.process_id = :process and known.provider_id = best.provider_id)
  ), fresh as (
    ${received}
  ), numbered as (
    select unit.unit_number, min(unit.id) as id from catalog.unit_v1 unit
    where unit.asset_id = :asset and unit.unit_number in (select fresh.unit_number from fresh)
    group by unit.unit_number having count(*) = 1
  ), claimed as (
    select distinct on (numbered.id) numbered.id, fresh.provider_id, fresh.price, fresh.available_on, fresh.status, fresh.specials_description
    from fresh join numbered using (unit_number) order by numbered.id, fresh.place
  ), inserted as (
    insert into pricing.unit (asset_id, process_id, id, provider_id, price, available_on, status, specials_description, valid_from, since)
    select :asset, :process, id, provider_id, price, available_on, status, specials_description, :at::timestamptz, :publication::bigint
    from claimed
    where id not in (select known.id from pricing.unit known where known.asset_id = :asset and known.process_id = :process)
    returning id, provider_id
  ), mapped as (
    update pricing.unit unit set provider_id = claimed.provider_id, price = claimed.price, available_on = claimed.available_on,
      status = claimed.status, specials_description = claimed.specials_description, updated_at = now(),
      valid_from = :at::timestamptz, since = :publication::bigint
    from claimed where unit.asset_id = :asset and unit.process_id = :process and unit.id = claimed.id and unit.provider_id is null
    returning unit.id, unit.provider_id
  ), bound as (
    select * from inserted union all select * from mapped
  ), changed as (
    update pricing.unit unit set price = next.price, available_on = next.available_on, status = next.status,
      specials_description = next.specials_description,
      full_price = case when next.price is not null then unit.full_price end, updated_at = now(), valid_from = :at::timestamptz, since = :publication::bigint
    from (
      select known.id, best.price, best.available_on, best.status, best.specials_description, known.price as old_price
      from pricing.unit known left join best on best.provider_id = known.provider_id
      where known.asset_id = :asset and known.process_id = :process and known.id not in (select bound.id from bound)
    ) next
    where unit.asset_id = :asset and unit.process_id = :process and unit.id = next.id
      and ((unit.price, unit.available_on, unit.status, unit.specials_description)
        is distinct from (next.price, next.available_on, next.status, next.specials_description)
        or (next.price is null and unit.full_price is not null))
    returning unit.id, next.old_price is not null and next.price is null as is_lost
  ), kept as (
    ${keepStates('former.id in (select bound.id from bound union all select changed.id from changed)')}
  )
  select (select count(*) from changed where is_lost)::int as losing,
    (select coalesce(sum((select count(*) from pricing.entry entry where ${LIVE} and entry.provider_id = strange.provider_id)), 0)
      from (select unknown.provider_id from unknown except select bound.provider_id from bound) strange)::int as unmatched,
    (select coalesce(json_agg(json_build_object('provider_id', provider_id, 'unit_number', unit_number)), '[]')
      from (select * from fresh where fresh.provider_id not in (select bound.provider_id from bound)
        order by fresh.provider_id limit ${ISSUES_LISTED}) first) as "firstUnmatched"`;

const PRICE = pricing(OF_THE_GENERATION);
const PRICE_SELECTED = pricing(SELECTED);
/** Where entries that stay have their old ids, these say which came first. */
const PRICE_COMPARED = pricing({
  best: SELECTED.best.replace('select *', 'select provider_id, price, available_on, status, specials_description'),
  received: OF_THE_GENERATION.received,
});

const PRICED = `select count(price)::int as priced from pricing.unit where asset_id = :asset and process_id = :process`;

/**
 * Full prices that units lost with their price since a publication: those of units that have just got a price again. One that
 * people have removed stays removed.
 */
const RESTORE_FULL_PRICES = `update pricing.unit unit set full_price = lost.full_price
  from (select distinct on (state.unit_id) state.unit_id, state.id, state.until, state.full_price from pricing.unit_state state
    where state.asset_id = :asset and state.process_id = :process and state.full_price is not null
    order by state.unit_id, state.id desc) lost
  where unit.asset_id = :asset and unit.process_id = :process and unit.id = lost.unit_id and unit.valid_from = :at::timestamptz
    and unit.price is not null and unit.full_price is null and lost.until > :number::bigint
    and (select next.price is null from pricing.unit_state next where next.asset_id = :asset and next.process_id = :process
      and next.unit_id = lost.unit_id and next.id > lost.id order by next.id limit 1)`;

/** Of a transaction that is open: what a commit would not match now, but for several ids of one number. */
const UNMATCHED = `select count(*)::int as unmatched from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
    and not exists (select from pricing.unit known
      where known.asset_id = :asset and known.process_id = :process and known.provider_id = entry.provider_id)
    and entry.unit_number not in (select unit.unit_number from catalog.unit_v1 unit
      left join pricing.unit priced on priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id
      where unit.asset_id = :asset group by unit.unit_number having count(*) = 1 and max(priced.provider_id) is null)`;

/** How the entries of a data set reach units. */
export interface Reach {
  /** entries that reach no unit */
  unmatched: number;
  /** their provider ids, the first of them */
  firstUnmatched: Unmatched[];
  /** units that show a price now */
  priced: number;
  /** units that showed one and do not any more */
  losing: number;
}

/** The set work on pricing units: one statement, however many entries. */
@Injectable()
export class UnitPricing {
  constructor(private readonly database: Database) {}

  /**
   * Has the units of a process show what is live.
   * @param live generation and number of what is live from now on, and whether none of its entries was live before
   * @param selected of all the live entries, when they came together
   */
  async price(
    { assetId, processId }: { assetId: string; processId: string },
    { areAllNew, ...live }: { generation: string; publication: string; at: Date; areAllNew: boolean },
    selected?: Awaited<ReturnType<FlatEntrySelector['columns']>>,
  ): Promise<Reach> {
    const values = { asset: assetId, process: processId, ...live };
    const whole = areAllNew ? PRICE_SELECTED : PRICE_COMPARED;
    const [sql, columns] = selected ? [whole, selected] : [PRICE, {}];
    const [reach] = await this.database.rows<Omit<Reach, 'priced'>>(sql, { ...values, ...columns });
    const [priced] = await this.database.rows<Pick<Reach, 'priced'>>(PRICED, values);
    return { ...reach!, ...priced! };
  }

  /** To be called once the units show a restored publication. @param at when it is published again */
  async restoreFullPrices(
    { assetId: asset, processId: process }: { assetId: string; processId: string },
    number: string,
    at: Date,
  ): Promise<void> {
    await this.database.execute(RESTORE_FULL_PRICES, { asset, process, number, at });
  }

  /** Entries of an open transaction that reach no unit. */
  async unmatched(values: { asset: string; process: string; transaction: string }): Promise<number> {
    return (await this.database.rows<{ unmatched: number }>(UNMATCHED, values))[0]!.unmatched;
  }
}
