import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonPage } from '@app/platform/persistence';
import { Page } from '@app/platform/rest';
import { FollowChangeLogJob } from '../../libs/viewer/src/builds/follow-change-log.job.js';
import { TestApp } from '../support/app.js';
import { givenMany } from './many.js';
import { indexesOf, type Plan, Plans, readAcross, rowsOf, scannedOf, tellPlans } from './plans.js';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/indexes.md'), 'utf8');

/** Cells of the table below a heading. */
function table(heading: string): string[][] {
  const [, after = ''] = DOCUMENT.split(`\n## ${heading}\n`);
  const lines = after
    .split('\n## ', 1)[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const SCRIPT = readFileSync(join(import.meta.dirname, '../../docs/scaling/citus.sql'), 'utf8');
const DISTRIBUTED = [...SCRIPT.matchAll(/create_distributed_table\('([\w.]+)'/g)].map(([, table]) => table!);

/** Operations that concern no single asset: docs/scaling.md gives their cost when the tables are distributed. */
const ACROSS = ['list assets', 'list account assets', 'find assets by a reference', 'check a key'];

/** Statements of jobs, which may run during a test. */
const OF_JOBS =
  /select distinct asset_id|binding_fingerprint is distinct|viewer\.(build_request|change|document)|skip locked|where needs_sweep|expires_at <= \(select/;

/** Maximum rows that a node of a plan may read; the tables have twenty to a hundred times as many. */
const ROWS = 1_000;

/** The hot operations in the document, and their indexes. */
const HOT = table('Hot operations').map(([name, indexes]) => [name!, indexes!] as const);

/** The large asset of `givenMany`, and a small one. */
const LARGE = '/v1/assets/1/multifamily';
const SMALL = '/v1/assets/7/multifamily';
const entries = Array.from({ length: 20 }, (_, at) => ({
  unit_number: `${at + 1}`,
  provider_id: `N-${at}`,
  price: 2000,
  available_on: '2027-01-01',
}));
const unit = {
  asset_id: '7',
  building_id: '121',
  floor_id: '121',
  floor_plan_id: '121',
  unit_number: '900',
  area: 640,
};

/** The address that `next_url` has for the page after the resource with this id. */
function after(id: string, url: string): string {
  const { searchParams } = new URL(url, 'http://service.example');
  const [number, size] = [Number(searchParams.get('page')), Number(searchParams.get('per-page') ?? 100)];
  const query = { page: number - 1, perPage: size };
  const before = new Page({ base: '', url, searchParams }, [...searchParams.keys()], query);
  const { paging } = JSON.parse(before.envelope(new JsonPage('[]', { position: id })).text!) as {
    paging: { next_url: string };
  };
  return paging.next_url;
}

type Ask = (server: TestApp) => Promise<{ status: number; text: string }>;

/** Requests for the operations in the document. Lists are also requested by `next_url`. */
const ASKED: Record<string, Ask[]> = {
  ...read('list assets', after('500', '/v1/assets?per-page=40&page=2')),
  ...read('list assets, `market`', after('500', '/v1/assets?market=student&page=2')),
  ...read('list assets, `q`', '/v1/assets?q=asset+77'),
  ...read('list assets, `updated-since`', '/v1/assets?updated-since=2026-01-01T16:30:00Z'),
  ...read('list assets, `sort=name`', '/v1/assets?sort=name&per-page=40'),
  ...read('list assets, `sort=-updated_at`', '/v1/assets?sort=-updated_at&per-page=40'),
  'list assets, few seen': [
    async (server) => server.get('/v1/assets', { key: await server.key(['service.*'], ['7']) }),
    async (server) => server.get('/v1/assets?q=asset', { key: await server.key(['service.*'], ['7']) }),
  ],
  ...read('view asset', '/v1/assets/7'),
  ...read('list account assets', '/v1/accounts/7/assets'),
  ...read('list units', `${LARGE}/units`, after('15000', `${LARGE}/units?page=150`)),
  ...read('list units, `unit-number`', `${LARGE}/units?unit-number=77`),
  ...read('list units, `unit-number`, `building`', `${LARGE}/units?unit-number=77&building=18&floor=18`),
  ...read('list units, `building`', `${LARGE}/units?building=7`, after('15000', `${LARGE}/units?building=7&page=9`)),
  ...read('list units, `floor`', `${LARGE}/units?floor=7`),
  ...read('list units, `floor-plan`', `${LARGE}/units?floor-plan=7`),
  ...read('list units, `updated-since`', `${LARGE}/units?updated-since=2026-01-14T21:00:00Z`),
  ...read('list units, `sort=unit_number`', `${LARGE}/units?sort=unit_number`),
  ...read('list units, `sort=-updated_at`', `${LARGE}/units?sort=-updated_at`),
  ...read('view unit', `${LARGE}/units/500`),
  ...read(
    'view unit, `include`',
    `${LARGE}/units/500?include=building,floor,floor_plan,pricing_units,references`,
    `${LARGE}/units?include=building,floor,floor_plan,pricing_units,references`,
  ),
  ...read('list floors', `${LARGE}/floors`),
  ...read('list buildings', `${LARGE}/buildings`),
  ...read('list floor plans', `${LARGE}/floor-plans`),
  ...read('list pricing processes', `${LARGE}/pricing`),
  ...read('list pricing units', `${LARGE}/pricing/1/units`, after('15000', `${LARGE}/pricing/1/units?page=150`)),
  ...read('view pricing unit', `${LARGE}/pricing/1/units/500`),
  ...read('list pricing entries', `${LARGE}/pricing/1/entries`, after('15000', `${LARGE}/pricing/1/entries?page=150`)),
  ...read('list pricing entries, `flat-pricing`', `${LARGE}/pricing/1/entries?flat-pricing=1`),
  ...read('list pricing entries, `unit`', `${LARGE}/pricing/1/entries?unit=500`),
  ...read('get transaction status', `${LARGE}/pricing/1/transactions/1`),
  ...read(
    'list unit references',
    `${LARGE}/units/reference-groups/1/references`,
    after('15000', `${LARGE}/units/reference-groups/1/references?page=150`),
  ),
  ...read('find units by a reference', `${LARGE}/units/references?key=crm&value=CRM-77`),
  ...read('find assets by a reference', '/v1/references?key=crm&value=NY-77'),
  ...read('list URLs of a unit outbound link', after('15000', `${LARGE}/units/outbound-links/1/urls?page=150`)),
  ...read('list descriptions', `${LARGE}/units/description-groups/1/descriptions`),
  ...read('list description assignments', after('15000', `${LARGE}/units/description-groups/1/units?page=150`)),
  ...read('list filter options', `${LARGE}/filters/1/options`),
  ...read('list units of a filter option', after('15000', `${LARGE}/filters/1/options/1/units?page=150`)),
  'check a key': [async (server) => server.get('/v1/accounts/7', { key: await server.key() })],
  'open, fill and commit a transaction': [
    (server) => server.post(`${SMALL}/pricing/13/ingest?commit=1`, entries),
    (server) =>
      server.post(
        `${SMALL}/pricing/13/ingest?commit=1`,
        entries.map((entry) => ({ ...entry, price: 2100 })),
      ),
  ],
  'update pricing unit': [
    (server) => server.put(`${SMALL}/pricing/14/units/20101`, { id: '20101', provider_id: 'P-X' }),
    (server) =>
      server.put(`${SMALL}/pricing/14/units/20101`, { id: '20101', provider_id: 'P-20101', show_pricing: false }),
  ],
  'create unit': [(server) => server.post(`${SMALL}/units`, unit)],
  'update unit': [
    (server) => server.put(`${SMALL}/units/20101`, { id: '20101', asset_id: '7', unit_number: '901', floor_id: '122' }),
  ],
  'delete unit': [(server) => server.delete(`${SMALL}/units/20110`)],
  'update unit references': [
    (server) =>
      server.put(`${SMALL}/units/reference-groups/7/references`, {
        data: [{ group_id: '7', asset_id: '7', unit_id: '20102', value: 'NEW' }],
      }),
  ],
  'update URLs of a unit outbound link': [
    (server) =>
      server.put(`${SMALL}/units/outbound-links/7/urls`, {
        data: [{ unit_id: '20102', url: 'https://www.example.com/' }],
      }),
  ],
  'assign descriptions': [
    (server) =>
      server.put(`${SMALL}/units/description-groups/7/units`, {
        data: [{ unit_id: '20102', group_id: '7', description_id: '121' }],
      }),
  ],
  'assign units to a filter option': [
    (server) =>
      server.put(`${SMALL}/filters/7/options/121/units`, {
        data: [{ asset_id: '7', filter_id: '7', option_id: '121', unit_id: '20103' }],
      }),
  ],
};

function read(name: string, ...paths: string[]): Record<string, Ask[]> {
  return { [name]: paths.map((path) => (server: TestApp) => server.get(path)) };
}

let app: TestApp;
let server: TestApp;
let plans: Plans;
let large: string[];

beforeAll(async () => {
  app = await TestApp.start();
  await givenMany(app);
  await tellPlans(app);
  large = (await app.sql<{ name: string }>(LARGE_TABLES)).map(({ name }) => name);
  server = await app.replica();
  for (const each of [app, server]) each.stopJobs(); // their statements are of no request
  await server.run(FollowChangeLogJob); // its first run reads the whole change log of givenMany
  await app.sql('delete from platform.outbox_entry'); // as jobs would: those that a request triggers see its own entries only
  plans = new Plans(server);
  await server.get('/v1/accounts'); // caches its key
});
afterAll(() => app?.close());

const LARGE_TABLES = `select oid::regclass::text as name from pg_class where relkind = 'r' and reltuples > ${ROWS}`;
const INDEXES = `select schemaname || '.' || indexname as name from pg_indexes
  where schemaname not in ('pg_catalog', 'information_schema', 'public')`;

it('The operations of the document are requested in this file, and vice versa', () => {
  expect(HOT.map(([name]) => name)).toEqual(Object.keys(ASKED));
});

describe.each(HOT)('%s', (name, indexes) => {
  let found: Plan[];

  beforeAll(async () => {
    found = await plans.of(async () => {
      for (const ask of ASKED[name]!) {
        const { status, text } = await ask(server);
        if (status >= 300) throw new Error(`${name}: ${status} ${text}`);
      }
    });
  });

  it('uses the documented indexes', () => {
    expect(indexesOf(found)).toEqual(expect.arrayContaining(quoted(indexes)));
  });

  it('scans no large table sequentially', () => {
    expect(scannedOf(found).filter((table) => large.includes(table))).toEqual([]);
  });

  it('compares the asset of every row, so that one shard suffices; few operations span assets', () => {
    const asked = found.filter(({ text }) => !OF_JOBS.test(text));
    const distributed = readAcross(asked).filter((table) => DISTRIBUTED.includes(table));
    expect(ACROSS.some((each) => name.startsWith(each)) ? [] : distributed).toEqual([]);
  });

  it(`processes no more than ${ROWS} rows`, () => {
    expect(rowsOf(found)).toBeGreaterThan(0);
    expect(rowsOf(found)).toBeLessThanOrEqual(ROWS);
  });
});

describe('An index', () => {
  it('is documented with its purpose', async () => {
    const documented = table('Every index').map(([name]) => quoted(name!)[0]);
    const there = (await app.sql<{ name: string }>(INDEXES)).map(({ name }) => name);
    expect(documented.filter((name) => !there.includes(name!))).toEqual([]);
    expect(there.filter((name) => !name.endsWith('_pkey') && !documented.includes(name))).toEqual([]);
  });
});
