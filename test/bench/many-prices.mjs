/** A database with many prices, filled by SQL. */
export const ASSETS = 100;

/** Statements. @param units of each asset @param terms entries of each unit */
export function rowsOf(units, terms) {
  return [
    `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
      select 'multifamily', 'Asset ' || n, 'Asset', '1 Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(1, ${ASSETS}) n`,
    `insert into catalog.building (asset_id, name, label) select id, 'North', 'North' from catalog.asset order by id`,
    `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) select id, 'L', 'L', 'L', 1 from catalog.asset order by id`,
    `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) select id, 'A', 1, 1, 'A' from catalog.asset order by id`,
    `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
      select building.asset_id, building.id, floor.id, floor_plan.id, n::text, 640 from catalog.building
      join catalog.floor using (asset_id) join catalog.floor_plan using (asset_id), generate_series(1, ${units}) n`,
    `insert into pricing.process (asset_id, name, type, pricing_strategy) select id, 'Feed', 'push', 'revenue_management' from catalog.asset order by id`,
    `insert into pricing.transaction (asset_id, process_id, pricing_strategy, status, source_count, entry_count, expires_at, created_at, ended_at, holds_entries)
      select asset_id, id, pricing_strategy, 'finished', 1, ${units * terms}, now(), now(), now(), true from pricing.process`,
    `insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, published_at, entry_count, totals, actor)
      select asset_id, process_id, 1, id, id, now(), entry_count, '{}', 'job' from pricing.transaction`,
    `update pricing.process set published_transaction_id = transaction.id, publication_id = 1, published_at = now(),
      published_entries = entry_count, published_bytes = 150 * entry_count, content_hash = 0 from pricing.transaction
      where transaction.asset_id = process.asset_id and transaction.process_id = process.id`,
    `insert into pricing.unit (asset_id, process_id, id, provider_id, price, available_on)
      select unit.asset_id, process.id, unit.id, 'P-' || unit.id, 2000, '2027-01-01'
      from catalog.unit join pricing.process on process.asset_id = unit.asset_id`,
    `insert into pricing.entry (asset_id, transaction_id, unit_number, provider_id, price, available_on, lease_term, lease_starts_on, hash)
      select unit.asset_id, process.published_transaction_id, 'none', unit.provider_id, 2000 + term, '2027-01-01', term, '2027-01-01', hashint8(unit.id * 100 + term)
      from pricing.unit join pricing.process on process.asset_id = unit.asset_id and process.id = unit.process_id, generate_series(1, ${terms}) term`,
    'analyze',
  ];
}
