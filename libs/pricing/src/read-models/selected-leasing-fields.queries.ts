import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { dayOf, flatPricingOrder } from '../entries/flat-rule.js';

/** Values as text, as sent; null if null was sent. */
export type LeasingFields = Record<string, string | null>;

/** Leasing fields of the entry selected for each unit, by process and unit. */
export class SelectedLeasingFields extends Query<Map<string, Map<string, LeasingFields>>> {
  constructor(readonly assetId: string) {
    super();
  }
}

/** The day of publication, for which the unit's price was selected too. */
const PUBLISHED_ON = dayOf('process.published_at', 'process.asset_id');

const PRICE = (row: string) => `(${row}.price, ${row}.available_on)`;

/**
 * Materialized: without statistics, as after the first ingest, Postgres would select the entries of all units for each unit. A unit that
 * was mapped on a later day may have the price of another entry, which is looked up.
 */
const READ = `with selected as materialized (
    select process.id as process_id, process.published_transaction_id as generation, ${PUBLISHED_ON} as day, chosen.*
    from pricing.process process
    cross join lateral (select distinct on (entry.provider_id) entry.provider_id, entry.price, entry.available_on, entry.leasing_fields
      from pricing.entry entry where entry.asset_id = :assetId and entry.transaction_id = process.published_transaction_id
        and entry.until is null
      order by entry.provider_id, ${flatPricingOrder('entry', PUBLISHED_ON)}) chosen
    where process.asset_id = :assetId
  ), shown as (
    select selected.process_id, unit.id, case when ${PRICE('selected')} = ${PRICE('unit')} then selected.leasing_fields
      else (select entry.leasing_fields from pricing.entry entry where entry.asset_id = :assetId
          and entry.transaction_id = selected.generation and entry.until is null and entry.provider_id = selected.provider_id
          and ${PRICE('entry')} = ${PRICE('unit')}
        order by ${flatPricingOrder('entry', 'selected.day')} limit 1) end as fields
    from selected join pricing.unit unit on unit.asset_id = :assetId and unit.process_id = selected.process_id
      and unit.provider_id = selected.provider_id
  )
  select shown.process_id::text as process, shown.id::text as unit,
    (select json_object_agg(key, value) from json_each_text(shown.fields)) as fields
  from shown where shown.fields is not null`;

@QueryHandler(SelectedLeasingFields)
export class SelectedLeasingFieldsHandler implements IQueryHandler<SelectedLeasingFields> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: SelectedLeasingFields): Promise<Map<string, Map<string, LeasingFields>>> {
    const rows = await this.database.rows<{ process: string; unit: string; fields: LeasingFields | null }>(READ, {
      assetId,
    });
    const selected = new Map<string, Map<string, LeasingFields>>();
    for (const { process, unit, fields } of rows) {
      const units = selected.get(process) ?? new Map<string, LeasingFields>();
      selected.set(process, units.set(unit, fields ?? {}));
    }
    return selected;
  }
}
