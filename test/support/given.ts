import type { TestApp } from './app.js';

export interface GivenAsset {
  id: string;
  /** `/v1/assets/{id}/multifamily` */
  path: string;
  building: string;
  floor: string;
  floorPlan: string;
  /** ids of its units, in the order of `unitNumbers` */
  units: string[];
}

let assets = 0;

/** Inserts an asset with a building, a floor, a floor plan and units. */
export async function givenAsset(
  app: TestApp,
  unitNumbers: string[] = ['101', '102', '103'],
  accounts: string[] = [],
): Promise<GivenAsset> {
  const one = async (sql: string, values: unknown[]) => (await app.sql<{ id: string }>(sql, values))[0]!.id;
  const id = await one(
    `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
     values ('multifamily', $1, $1, '12 Quay Street', 'New York', 'NY', 'USA', '10004') returning id`,
    [`Asset ${++assets}`],
  );
  const building = await one(
    `insert into catalog.building (asset_id, name, label) values ($1, 'North', 'North') returning id`,
    [id],
  );
  const floor = await one(
    `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values ($1, 'Level 1', 'Level 1', 'L1', 1) returning id`,
    [id],
  );
  const floorPlan = await one(
    `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values ($1, 'A1', 1, 1.5, 'One bedroom') returning id`,
    [id],
  );
  const units = await app.sql<{ id: string }>(
    `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
     select $1, $2, $3, $4, number, 640 from unnest($5::text[]) with ordinality numbers (number, n) order by n returning id`,
    [id, building, floor, floorPlan, unitNumbers],
  );
  for (const account of accounts)
    await app.sql('insert into catalog.account_asset (account_id, asset_id) values ($1, $2)', [account, id]);
  return { id, path: `/v1/assets/${id}/multifamily`, building, floor, floorPlan, units: units.map((unit) => unit.id) };
}

/** An asset for all tests of a file. */
export function givenSuiteAsset(app: TestApp): GivenAsset {
  const asset = {} as GivenAsset;
  beforeAll(async () => {
    Object.assign(asset, await givenAsset(app));
  });
  return asset;
}

export async function givenAccount(app: TestApp, name = 'Harbour Living'): Promise<string> {
  return (await app.sql<{ id: string }>('insert into catalog.account (name) values ($1) returning id', [name]))[0]!.id;
}

/** Inserts a pricing process of the asset. @returns its address */
export async function givenProcess(app: TestApp, asset: GivenAsset, strategy = 'flat_pricing'): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Nightly feed', 'push', $2) returning id`,
    [asset.id, strategy],
  );
  return `${asset.path}/pricing/${row!.id}`;
}

/** Creates a pricing process with published prices, by unit number. @returns its address */
export async function givenPrices(app: TestApp, asset: GivenAsset, prices: Record<string, number>): Promise<string> {
  const process = await givenProcess(app, asset);
  const entries = Object.entries(prices).map(([number, price]) => ({
    unit_number: number,
    provider_id: number,
    price,
    available_on: '2026-12-01',
  }));
  const { status, text } = await app.post(`${process}/ingest?commit=1`, entries);
  if (status !== 200) throw new Error(text);
  return process;
}
