import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { dayOf, flatPricingOrder } from '../entries/flat-rule.js';

/** Values as text, as sent; null if null was sent. */
type LeasingFields = Record<string, string | null>;

/** The entry whose price a unit shows. */
export interface SelectedEntry {
  leasingFields: LeasingFields;
  /** months */
  leaseTerm: number | null;
  /** whether the unit has prices for several terms or lease starts */
  hasOthers: boolean;
}

/** The entry selected for each unit, by process and unit. */
export class SelectedEntries extends Query<Map<string, Map<string, SelectedEntry>>> {
  constructor(readonly assetId: string) {
    super();
  }
}

/** The day of publication, for which the unit's price was selected too. */
const PUBLISHED_ON = dayOf('process.published_at', 'process.asset_id');

/** Whether the entries of a unit differ in a column. */
const isSeveral = (column: string) => {
  const ofUnit = 'over (partition by entry.provider_id)';
  return `(min(${column}) ${ofUnit} < max(${column}) ${ofUnit} or count(${column}) ${ofUnit} between 1 and count(*) ${ofUnit} - 1)`;
};

const PRICE = (row: string) => `(${row}.price, ${row}.available_on)`;

/**
 * Materialized: without statistics, as after the first ingest, Postgres would select the entries of all units for each unit. A unit that
 * was mapped on a later day may have the price of another entry, which is looked up.
 */
const READ = `with selected as materialized (
    select process.id as process_id, process.published_transaction_id as generation, ${PUBLISHED_ON} as day, chosen.*
    from pricing.process process
    cross join lateral (select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.leasing_fields,
        entry.lease_term, ${isSeveral('entry.lease_term')} or ${isSeveral('entry.lease_starts_on')} as has_others
      from pricing.entry entry where entry.asset_id = :assetId and entry.transaction_id = process.published_transaction_id
        and entry.until is null
      order by entry.provider_id, ${flatPricingOrder('entry', PUBLISHED_ON)}) chosen
    where process.asset_id = :assetId
  ), shown as (
    select selected.process_id, unit.id, found.leasing_fields as fields, found.lease_term, coalesce(selected.has_others, false) as has_others
    from selected join pricing.unit unit on unit.asset_id = :assetId and unit.process_id = selected.process_id
      and unit.provider_id = selected.provider_id
    cross join lateral (
      select selected.leasing_fields, selected.lease_term where ${PRICE('selected')} = ${PRICE('unit')}
      union all
      (select entry.leasing_fields, entry.lease_term from pricing.entry entry where entry.asset_id = :assetId
          and entry.transaction_id = selected.generation and entry.until is null and entry.provider_id = selected.provider_id
          and ${PRICE('selected')} <> ${PRICE('unit')} and ${PRICE('entry')} = ${PRICE('unit')}
        order by ${flatPricingOrder('entry', 'selected.day')} limit 1)
    ) found
  )
  select shown.process_id::text as process, shown.id::text as unit,
    (select json_object_agg(key, value) from json_each_text(shown.fields)) as fields, shown.lease_term as "leaseTerm",
    shown.has_others as "hasOthers"
  from shown where shown.fields is not null or shown.lease_term is not null or shown.has_others`;

@QueryHandler(SelectedEntries)
export class SelectedEntriesHandler implements IQueryHandler<SelectedEntries> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: SelectedEntries): Promise<Map<string, Map<string, SelectedEntry>>> {
    const rows = await this.database.rows<
      { process: string; unit: string; fields: LeasingFields | null } & Omit<SelectedEntry, 'leasingFields'>
    >(READ, { assetId });
    const selected = new Map<string, Map<string, SelectedEntry>>();
    for (const { process, unit, fields, leaseTerm, hasOthers } of rows) {
      const units = selected.get(process) ?? new Map<string, SelectedEntry>();
      selected.set(process, units.set(unit, { leasingFields: fields ?? {}, leaseTerm, hasOthers }));
    }
    return selected;
  }
}
