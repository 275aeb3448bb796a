import { TestApp } from '../support/app.js';
import { type Plan, Plans, rowsOf, tellPlans } from './plans.js';

const UNITS = 2_000;
const CHUNKS = 4;
const TERMS = 5;
const ENTRIES = UNITS * TERMS;
/** Rows that a node of a plan may read; a nested loop over entries and units reads 20 million. */
const ROWS = 10 * ENTRIES;

const PROCESS = '/v1/assets/1/multifamily/pricing/1';
const OTHER_PROCESS = '/v1/assets/1/multifamily/pricing/2';

/** An asset with two processes. Statistics cover the entries that one of them has published. */
const GIVEN = [
  ...['entry', 'transaction', 'unit'].map((table) => `alter table pricing.${table} set (autovacuum_enabled = off)`),
  `insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    values ('multifamily', 'Quay House', 'Quay House', '1 Quay Street', 'New York', 'NY', 'USA', '10004')`,
  `insert into catalog.building (asset_id, name, label) values (1, 'North', 'North')`,
  `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values (1, 'Level 1', 'Level 1', 'L1', 1)`,
  `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values (1, 'A1', 1, 1, 'One bedroom')`,
  `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
    select 1, 1, 1, 1, n::text, 640 from generate_series(1, ${UNITS}) n`,
  `insert into pricing.process (asset_id, name, type, pricing_strategy)
    select 1, 'Feed ' || n, 'push', 'revenue_management' from generate_series(1, 2) n`,
];

/**
 * A data set in several requests; one unit in a hundred is unknown.
 * @param change added to one price in `each`
 */
function feed({ change, each }: { change: number; each: number }): object[][] {
  const entries = Array.from({ length: ENTRIES }, (_, at) => ({
    unit_number: `${(at % UNITS) + 1}`,
    provider_id: `P-${(at % UNITS) + 1}`,
    price: 2000 + (at % 500) + (at % each === 0 ? change : 0),
    available_on: '2027-01-01',
    lease_term: 11 + Math.floor(at / UNITS),
    ...(at % 100 === 0 && { unit_number: `X-${at % UNITS}`, provider_id: `X-${at % UNITS}` }),
  }));
  const size = ENTRIES / CHUNKS;
  return Array.from({ length: CHUNKS }, (_, at) => entries.slice(at * size, (at + 1) * size));
}

let app: TestApp;
let server: TestApp;
let plans: Plans;

beforeAll(async () => {
  app = await TestApp.start();
  for (const statement of GIVEN) await app.sql(statement);
  const { status } = await app.post(`${OTHER_PROCESS}/ingest?commit=1`, feed({ change: 0, each: 1 }).flat());
  if (status !== 200) throw new Error(`The other feed: ${status}`);
  await app.sql('vacuum analyze');
  await tellPlans(app);
  server = await app.replica();
  plans = new Plans(server);
  for (const each of [app, server]) each.stopJobs();
});
afterAll(() => app?.close());

async function send(path: string, entries?: object[]): Promise<string> {
  const { status, text, body } = await server.post(path, entries);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return body.transaction_ingest_url;
}

/** Sends the chunks to a new transaction. */
async function sendAll([first, ...others]: object[][]): Promise<string> {
  const url = await send(`${PROCESS}/ingest`, first);
  for (const chunk of others) await send(url, chunk);
  return url;
}

const excessive = (found: Plan[]): string[] =>
  found.filter((plan) => rowsOf([plan]) > ROWS).map((plan) => `${rowsOf([plan])} rows: ${plan.text.slice(0, 200)}`);

describe(`A transaction of ${ENTRIES} entries that statistics do not cover`, () => {
  let url: string;
  const steps: Record<string, () => Promise<unknown>> = {
    'receives entries in several requests': async () => (url = await sendAll(feed({ change: 0, each: 1 }))),
    'previews its commit': () => send(`${url}?commit=1&dry-run=1`),
    'is published': () => send(`${url}?commit=1`),
    'replaces the live entries': async () => send(`${await sendAll(feed({ change: 1, each: 1 }))}?commit=1`),
    'changes some of the live entries': async () => send(`${await sendAll(feed({ change: 2, each: 20 }))}?commit=1`),
  };
  const made = new Map<string, Plan[]>();

  beforeAll(async () => {
    for (const [name, work] of Object.entries(steps)) made.set(name, await plans.of(work));
  });

  it.each(Object.keys(steps))('%s with statements that read each entry a few times', (name) => {
    const found = made.get(name)!;
    expect(rowsOf(found)).toBeGreaterThanOrEqual(ENTRIES / CHUNKS);
    expect(excessive(found)).toEqual([]);
  });

  it.each([
    'entries',
    'entries?flat-pricing=1',
    'entries?publication=1',
    'unmatched',
    'units',
    'units?publication=2',
    'publications/2/changes',
    'publications/3/changes',
  ])('is read with statements that read each entry a few times: %s', async (path) => {
    const found = await plans.of(async () => expect((await server.get(`${PROCESS}/${path}`)).status).toBe(200));
    expect(excessive(found)).toEqual([]);
  });

  it('is restored with statements that read each entry a few times', async () => {
    const found = await plans.of(() => send(`${PROCESS}/publications/1/restore`));
    expect(rowsOf(found)).toBeGreaterThanOrEqual(ENTRIES);
    expect(excessive(found)).toEqual([]);
  });
});
