import type { TestApp } from '../support/app.js';

/** Other rows, enough for a sequential scan never to be the cheaper plan. */
export const UNITS = 20_000;
export const ASSETS = 1_000;

/**
 * A large asset (1) among many small ones, each with a process and an account, and rows of every kind whose number grows with units.
 * Inserted by SQL: a million rows over HTTP would take an hour.
 */
export async function givenMany(app: TestApp): Promise<void> {
  for (const statement of ROWS) await app.sql(statement);
  await app.sql('vacuum analyze');
}

const COUNT = `case when asset.id = 1 then ${UNITS} else 20 end`;
const ENTRY = `(asset_id, transaction_id, unit_number, provider_id, price, available_on, lease_term, lease_starts_on, hash)`;

const ROWS = [
  `insert into platform.api_key (name, hash, permissions) select 'key ' || n, sha256(n::text::bytea), '{service.*}' from generate_series(1, 5000) n`,
  `insert into catalog.account (name) select 'Account ' || n from generate_series(1, 100) n`,
  `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code, updated_at)
    select case when n % 50 = 1 then 'student' else 'multifamily' end, 'Asset ' || n, 'Asset ' || n, n || ' Quay Street', 'New York', 'NY', 'USA', '10004',
      timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, ${ASSETS}) n`,
  `insert into catalog.account_asset (account_id, asset_id) select asset.id % 100 + 1, asset.id from catalog.asset order by asset.id`,
  `insert into catalog.building (asset_id, name, label) select asset.id, 'Building ' || n, 'B' from catalog.asset, generate_series(1, 20) n order by asset.id, n`,
  `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort)
    select asset.id, 'Level ' || n, 'Level', 'L', n from catalog.asset, generate_series(1, 20) n order by asset.id, n`,
  `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label)
    select asset.id, 'A' || n, 1, 1, 'One bedroom' from catalog.asset, generate_series(1, 20) n order by asset.id, n`,
  `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area, updated_at)
    select asset.id, (asset.id - 1) * 20 + 1 + n % 20, (asset.id - 1) * 20 + 1 + n % 20, (asset.id - 1) * 20 + 1 + n % 20, n::text, 640,
      timestamptz '2026-01-01' + n * interval '1 minute' from catalog.asset, generate_series(1, ${COUNT}) n order by asset.id, n`,
  `insert into pricing.process (asset_id, name, type, pricing_strategy)
    select asset.id, 'Feed ' || n, 'push', 'revenue_management' from catalog.asset, generate_series(1, 2) n order by asset.id, n`,
  `insert into pricing.transaction (asset_id, process_id, pricing_strategy, status, source_count, entry_count, expires_at, created_at, ended_at, holds_entries)
    select asset_id, id, pricing_strategy, 'finished', 1, 1, now(), now(), now(), true from pricing.process order by asset_id, id`,
  `insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, published_at, entry_count, totals, actor)
    select asset_id, process_id, 1, id, id, now(), 1, '{}', 'job' from pricing.transaction`,
  `update pricing.process set published_transaction_id = transaction.id, publication_id = 1, published_at = now(),
    published_entries = 60000, published_bytes = 10000000, content_hash = 0 from pricing.transaction
    where transaction.asset_id = process.asset_id and transaction.process_id = process.id`,
  `insert into pricing.unit (asset_id, process_id, id, provider_id, price, available_on)
    select unit.asset_id, process.id, unit.id, 'P-' || unit.id, 2000, '2027-01-01'
    from catalog.unit join pricing.process on process.asset_id = unit.asset_id`,
  `insert into pricing.entry ${ENTRY}
    select unit.asset_id, process.published_transaction_id, 'none', unit.provider_id, 2000 + term, '2027-01-01', term, '2027-01-01', hashint8(unit.id * 100 + term)
    from pricing.unit join pricing.process on process.asset_id = unit.asset_id and process.id = unit.process_id, generate_series(11, 13) term`,
  `insert into reference.asset_reference (asset_id, name, key, value) select asset.id, 'CRM', 'crm', 'NY-' || asset.id from catalog.asset order by asset.id`,
  `insert into reference.unit_reference_group (asset_id, name, key) select asset.id, 'CRM', 'crm' from catalog.asset order by asset.id`,
  `insert into reference.unit_reference (asset_id, group_id, unit_id, value)
    select unit.asset_id, unit_reference_group.id, unit.id, 'CRM-' || unit.id
    from catalog.unit join reference.unit_reference_group on unit_reference_group.asset_id = unit.asset_id`,
  `insert into merchandising.unit_outbound_link (asset_id, type, name, open_in_new_window, show_icon_in_list) select asset.id, 'urls_per_unit', 'Tour', true, false from catalog.asset order by asset.id`,
  `insert into merchandising.unit_outbound_link_url (asset_id, link_id, unit_id, url)
    select unit.asset_id, unit_outbound_link.id, unit.id, 'https://www.example.com/' || unit.id
    from catalog.unit join merchandising.unit_outbound_link on unit_outbound_link.asset_id = unit.asset_id`,
  `insert into merchandising.description_group (asset_id, name) select asset.id, 'Views' from catalog.asset order by asset.id`,
  `insert into merchandising.description (asset_id, group_id, name, label, body, is_enabled)
    select asset_id, description_group.id, 'Harbour', 'View', 'Over the harbour', true from merchandising.description_group, generate_series(1, 20) order by asset_id`,
  `insert into merchandising.description_assignment (asset_id, group_id, unit_id, description_id)
    select unit.asset_id, description.group_id, unit.id, description.id from catalog.unit
    join (select distinct on (asset_id) * from merchandising.description order by asset_id, id) description on description.asset_id = unit.asset_id`,
  `insert into merchandising.filter (asset_id, type, name, label) select asset.id, 'custom', 'View', 'View' from catalog.asset order by asset.id`,
  `insert into merchandising.filter_option (asset_id, filter_id, type, label, sort)
    select asset_id, filter.id, 'custom', 'Harbour', n from merchandising.filter, generate_series(1, 20) n order by asset_id, n`,
  `insert into merchandising.filter_option_unit (asset_id, option_id, unit_id)
    select unit.asset_id, option.id, unit.id from catalog.unit
    join (select distinct on (asset_id) * from merchandising.filter_option order by asset_id, id) option on option.asset_id = unit.asset_id`,
];
