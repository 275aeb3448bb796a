/** The rows that reads and ingests are measured on: an asset of 10,000 units beside 50 others. */
export const UNITS = 10_000;
const OTHER_ASSETS = 50;

export async function load({ db }) {
  for (const statement of [
    `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
      select 'multifamily', 'Asset ' || n, 'Asset ' || n, n || ' Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(1, ${OTHER_ASSETS + 1}) n`,
    `insert into catalog.building (asset_id, name, label) select id, 'North', 'North' from catalog.asset`,
    `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) select id, 'Level 1', 'Level 1', 'L1', 1 from catalog.asset`,
    `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) select id, 'A1', 1, 1.5, 'One bedroom' from catalog.asset`,
    `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
      select asset.id, building.id, floor.id, floor_plan.id, n::text, 400 + n % 900
      from catalog.asset join catalog.building on building.asset_id = asset.id join catalog.floor on floor.asset_id = asset.id
      join catalog.floor_plan on floor_plan.asset_id = asset.id, generate_series(1, case when asset.id = 1 then ${UNITS} else 200 end) n`,
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Nightly feed', 'push', 'revenue_management')`,
    `insert into reference.unit_reference_group (asset_id, name) values (1, 'CRM')`,
    // what the ingest is held against: the same columns and the same key, and nothing else
    `create table public.copied (like pricing.entry including defaults including identity including indexes)`,
    'alter table public.copied alter hash drop not null', // which the service computes
    'grant all on public.copied to public', // the service's role copies into it
    `create table public.referred (like reference.unit_reference including defaults including indexes)`,
    'vacuum analyze',
  ])
    await db.query(statement);
}

/** As a feed sends it; each round has other prices. */
export const entry = (at, round) => ({
  unit_number: String((at % UNITS) + 1),
  provider_id: `P-${(at % UNITS) + 1}`,
  price: 1500 + ((at * 7 + round * 13) % 2500),
  available_on: '2027-01-01',
  lease_term: 3 + Math.floor(at / UNITS),
  lease_starts_on: '2027-02-01',
  status: 'Available',
  leasing_fields: { quote: at, building: 'North' },
});

export const COPIED = `public.copied (asset_id, transaction_id, unit_number, provider_id, price, available_on, lease_term, lease_starts_on, status, specials_description, leasing_fields)`;

/** The same as a line of COPY. */
export const lineOf = (e, round) =>
  `1\t${round + 10}\t${e.unit_number}\t${e.provider_id}\t${e.price}\t${e.available_on}\t${e.lease_term}\t${e.lease_starts_on}\t${e.status}\t\\N\t${JSON.stringify(e.leasing_fields)}\n`;
