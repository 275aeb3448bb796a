/**
 * `node test/bench/history.mjs [--days 90] [--units 60]`: a feed sends its whole data set every hour of so many days, with the
 * clock moved. Three in ten units get another price in a day, and people change some. Afterwards prices at random moments, in
 * every kept publication and in the history of each unit must be what was served then; the bytes of what is remembered are
 * shown beside those of a snapshot for each hour.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepare } from '../../apps/cli/bootstrap.mjs';
import { source } from './source.mjs';

const { values: options } = parseArgs({
  options: { days: { type: 'string', default: '90' }, units: { type: 'string', default: '60' } },
});
const HOURS = 24 * Number(options.days);
const UNITS = Number(options.units);
const TERMS = 5;
const REPRICED_HOURLY = 0.3 / 24;
const EDITED_HOURLY = 0.02;
const MOMENTS = 300;

prepare();
const { startEmbeddedPostgres } = await source('apps/cli/src/embedded-postgres/embedded-postgres.ts');
const { migrate } = await source('libs/platform/src/runtime/index.ts');
const { readSettings } = await source('libs/platform/src/core/index.ts');
const { newSecret, hashOf } = await source('libs/platform/src/auth/index.ts');
const { ALL_PERSISTENCE } = await source('apps/cli/src/contexts.ts');
const { createApi } = await source('apps/api/src/create-api.ts');

/** The same in each run. */
let seed = 20_261_122;
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const below = (most) => Math.floor(random() * most);

const directory = mkdtempSync(join(tmpdir(), 'pms-history-'));
chmodSync(directory, 0o755);
const postgres = await startEmbeddedPostgres(directory, { database: 'history' });
const db = new pg.Client({ connectionString: postgres.superuserUrl });
await db.connect();
const rows = async (text, values) => (await db.query(text, values)).rows;
await migrate({ url: postgres.url, poolSize: 2, contexts: ALL_PERSISTENCE });
const app = await createApi(
  readSettings({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, 'files'),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
  }),
);
try {
  await app.listen(0, '127.0.0.1');
  await simulate(await app.getUrl());
} finally {
  await app.close();
  await db.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function simulate(base) {
  const key = newSecret();
  await db.query(`insert into platform.api_key (name, hash, permissions) values ('history', $1, '{service.*}')`, [
    hashOf(key),
  ]);
  // From a table: a function that is replaced each time has every statement planned again.
  await db.query(`create table public.shift as select 0 as hours;
    create or replace function platform.now() returns timestamptz language sql volatile parallel safe
      as 'select clock_timestamp() + (select hours from public.shift) * interval ''1 hour'''`);
  const { process, units } = await given();
  const path = `${base}/v1/assets/1/multifamily/pricing/${process}`;
  const ask = async (method, rest, body) => {
    const headers = { 'API-Key': key, 'Content-Type': 'application/json' };
    const response = await fetch(path + rest, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${rest}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const shown = async (query = '') =>
    JSON.stringify((await ask('GET', `/units?per-page=1000${query}`)).data, (name, value) =>
      name === 'updated_at' ? undefined : value,
    );
  const listed = async (query = '') =>
    JSON.stringify((await ask('GET', `/entries?flat-pricing=0&per-page=1000${query}`)).data);

  const prices = units.map(() => 1500 + below(2000));
  const seen = [];
  let changes = 0;
  const from = performance.now();
  for (let hour = 0; hour < HOURS; hour++) {
    await db.query('update public.shift set hours = $1', [hour]);
    for (const unit of units.keys())
      if (random() < REPRICED_HOURLY) {
        prices[unit] = 1500 + below(2000);
        changes += 1;
      }
    const entries = units.flatMap((_, unit) =>
      Array.from({ length: TERMS }, (__, term) => ({
        ...{ unit_number: `${unit + 1}`, provider_id: `P-${unit + 1}`, price: prices[unit] + term },
        ...{ available_on: '2027-06-01', lease_term: 10 + term },
      })),
    );
    const { report } = await ask('POST', '/ingest?commit=1', entries);
    if (random() < EDITED_HOURLY) await ask('PUT', `/units/${units[0]}`, { id: units[0], full_price: 4000 + below(9) });
    const [{ now }] = await rows('select platform.now() as now');
    seen.push({
      at: now.toISOString(),
      publication: report.publication,
      units: await shown(),
      entries: await listed(),
    });
    if (hour % 240 === 239) console.log(`day ${(hour + 1) / 24}: ${Math.round((performance.now() - from) / 1000)} s`);
  }

  for (let moment = 0; moment < MOMENTS; moment++) {
    const then = seen[below(seen.length)];
    same(then, await shown(`&at=${then.at}`), then.units);
    same(then, await listed(`&at=${then.at}`), then.entries);
  }
  const last = new Map(seen.map((each) => [each.publication, each]));
  for (const [publication, then] of last) same(then, await shown(`&publication=${publication}`), then.units);
  const unitsSeen = seen.map((each) => JSON.parse(each.units));
  for (const [place, unit] of units.entries()) {
    const history = [];
    for (let page = 1, next = true; next; page++) {
      const { data, paging } = await ask('GET', `/units/${unit}/history?per-page=1000&page=${page}`);
      history.push(...data);
      next = paging.next_url !== null;
    }
    const states = unitsSeen.map((each) => each[place]).map(({ price, full_price: full }) => `${price} ${full}`);
    const expected = states.filter((state, at) => state !== states[at - 1]);
    same(
      { unit },
      JSON.stringify(history.toReversed().map(({ price, full_price: full }) => `${price} ${full}`)),
      JSON.stringify(expected),
    );
  }
  console.log(
    `${MOMENTS} moments, ${last.size} publications and the history of ${units.length} units are what was served then`,
  );
  await tellSizes(changes);
}

async function given() {
  const one = async (text, values) => (await rows(text, values))[0].id;
  await one(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    values ('multifamily', 'A', 'A', '1 Quay Street', 'New York', 'NY', 'USA', '10004') returning id`);
  const building = await one(`insert into catalog.building (asset_id, name, label) values (1, 'N', 'N') returning id`);
  const floor = await one(
    `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) values (1, 'L', 'L', 'L', 1) returning id`,
  );
  const plan = await one(
    `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) values (1, 'A', 1, 1, 'A') returning id`,
  );
  const units = await rows(
    `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
      select 1, $1, $2, $3, n::text, 640 from generate_series(1, $4::int) n returning id`,
    [building, floor, plan, UNITS],
  );
  const process = await one(
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Feed', 'push', 'revenue_management') returning id`,
  );
  return { process, units: units.map(({ id }) => id) };
}

function same(then, found, expected) {
  if (found === expected) return;
  throw new Error(
    `Not what was served: ${JSON.stringify({ ...then, units: undefined, entries: undefined })}\n${found.slice(0, 500)}\n${expected.slice(0, 500)}`,
  );
}

/** Beside a snapshot of all entries, or units, for each hour, in rows as large as these. */
async function tellSizes(changes) {
  for (const [table, snapshot] of [
    ['pricing.unit_state', UNITS],
    ['pricing.entry', UNITS * TERMS],
  ]) {
    const [{ n, heap, indexes }] = await rows(
      `select count(*)::int as n, pg_table_size('${table}')::float8 as heap, pg_indexes_size('${table}')::float8 as indexes from ${table}`,
    );
    const year = ((n / UNITS) * 365 * 24) / HOURS;
    const each = (heap + indexes) / n;
    console.log(
      `${table}: ${n} rows of ${Math.round(each)} bytes (heap ${Math.round(heap / n)}, indexes ${Math.round(indexes / n)}), ${Math.round(year)} a unit and year (${Math.round((year * each) / 1024)} KiB); snapshots would have ${snapshot * HOURS}`,
    );
  }
  for (const { name, bytes } of await rows(`select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
      where relkind = 'i' and relname ~ '^(unit_state|entry)_' order by relname`))
    console.log(`${name}: ${Math.round(bytes / 1024)} KiB`);
  console.log(`${changes} changes of a unit's price`);
}
