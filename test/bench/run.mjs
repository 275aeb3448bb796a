/**
 * `npm run bench`: starts its own Postgres, loads data, and measures the service beside its yardsticks in the same run, in
 * alternating rounds. What it prints are ratios: they say something on any machine, the times behind them do not.
 *   npm run bench -- [--rounds N] [--seconds S] [--only reads|ingest|audit|observe|growth|workers] [--growth-size small]
 */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { prepare, ROOT } from '../../apps/cli/bootstrap.mjs';
import { growth } from './growth.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
    'growth-size': { type: 'string', default: 'full' },
  },
});
const ROUNDS = Number(options.rounds);
const SECONDS = Number(options.seconds);
const UNITS = 10_000;
const OTHER_ASSETS = 50;

const ONLY = options.only;

await prepare({ build: true });
const dist = (path) => import(join(ROOT, 'dist', path));
const { startEmbeddedPostgres } = await dist('apps/cli/src/embedded-postgres/embedded-postgres.js');
const { migrate, kernelPersistence, newSecret, hashOf } = await dist('libs/kernel/src/index.js');
const { CONTEXTS } = await dist('apps/api/src/app.module.js');
const { default: pg } = await import('pg');
const { from: copyFrom } = (await import('pg-copy-streams')).default;

const directory = mkdtempSync(join(tmpdir(), 'pms-bench-'));
chmodSync(directory, 0o755);
const postgres = await startEmbeddedPostgres(directory, { database: 'bench' });
const children = [];
const db = new pg.Client({ connectionString: postgres.url });
await db.connect();

try {
  await migrate({
    url: postgres.url,
    poolSize: 4,
    contexts: [kernelPersistence, ...CONTEXTS.map((c) => c.persistence)],
  });
  const key = newSecret();
  await addKey(key);
  if (ONLY === 'growth')
    await growth({ db, key, serve, measure, print, copied, rounds: ROUNDS, size: options['growth-size'] });
  else if (ONLY === 'workers') await workers(key);
  else await readsAndIngest(key);
} finally {
  for (const child of children) child.kill();
  await db.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function readsAndIngest(key) {
  await load();
  const service = await serve('dist/apps/api/src/main.js', { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' });
  const bare = await serve('test/bench/bare-server.mjs', { KEY: key });
  console.log(
    `Node ${process.version}, ${ROUNDS} rounds of ${SECONDS} s, ${UNITS} units in the asset. Ratios: median (lowest to highest).\n`,
  );
  if (ONLY === undefined || ONLY === 'observe') await observed(key);
  if (ONLY === undefined || ONLY === 'reads') await reads(service, bare, key);
  if (ONLY === undefined || ONLY === 'ingest')
    for (const count of [1_000, 10_000, 100_000]) await ingest(service, key, count);
  if (ONLY === undefined || ONLY === 'audit') await audit(service, key);
}

/** Postgres, the processes and the load share the cores of this machine: what there is to win is what they leave. */
async function workers(key) {
  await load();
  const service = async (count) =>
    serve('dist/apps/api/src/main.js', { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', WORKERS: String(count) });
  const one = await service(1);
  for (const count of [2, 4]) {
    const several = await service(count);
    const ratios = [];
    for (let round = -1; round < ROUNDS; round++) {
      const rates = [];
      for (const address of [several, one])
        rates.push((await measure(`${address}/v1/assets/1/multifamily/units`, key, {})).rate);
      if (round >= 0) ratios.push(rates[0] / rates[1]);
    }
    print(`list of 100 units, WORKERS=${count}`, `throughput against one, on ${cpus().length} cores`, ratios);
  }
}

async function addKey(key) {
  await db.query(`insert into kernel.api_key (name, hash, permissions) values ('bench', $1, '{service.*}')`, [
    hashOf(key),
  ]);
}

async function load() {
  await db.query(`insert into catalog.asset (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
    select 'multifamily', 'Asset ' || n, 'Asset ' || n, n || ' Quay Street', 'New York', 'NY', 'USA', '10004' from generate_series(1, ${OTHER_ASSETS + 1}) n`);
  for (const statement of [
    `insert into catalog.building (asset_id, name, label) select id, 'North', 'North' from catalog.asset`,
    `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort) select id, 'Level 1', 'Level 1', 'L1', 1 from catalog.asset`,
    `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label) select id, 'A1', 1, 1.5, 'One bedroom' from catalog.asset`,
    `insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
      select asset.id, building.id, floor.id, floor_plan.id, n::text, 400 + n % 900
      from catalog.asset join catalog.building on building.asset_id = asset.id join catalog.floor on floor.asset_id = asset.id
      join catalog.floor_plan on floor_plan.asset_id = asset.id, generate_series(1, case when asset.id = 1 then ${UNITS} else 200 end) n`,
    `insert into pricing.process (asset_id, name, type, pricing_strategy) values (1, 'Nightly feed', 'push', 'revenue_management')`,
    // what the ingest is held against: the same columns and the same key, and nothing else
    `create table public.copied (like pricing.entry including defaults including identity including indexes)`,
    'vacuum analyze',
  ])
    await db.query(statement);
}

async function reads(service, bare, key) {
  const units = '/v1/assets/1/multifamily/units';
  const cases = [
    ['list of 100 units', units, {}],
    ['one unit', `${units}/500`, {}],
    ['list of 100 units, unchanged (304)', units, { conditional: true }],
    ['list of 100 pricing units', '/v1/assets/1/multifamily/pricing/1/units', { alone: units }],
  ];
  for (const [name, path, { conditional, alone }] of cases) {
    const tag = conditional
      ? (await fetch(service + path, { headers: { 'API-Key': key } })).headers.get('etag')
      : undefined;
    const ratios = [];
    for (let round = -1; round < ROUNDS; round++) {
      const ours = await measure(service + path, key, tag ? { 'If-None-Match': tag } : {});
      const limit = await measure(bare + (alone ?? path), key, {});
      if (round >= 0) ratios.push(ours.rate / limit.rate);
    }
    print(name, 'throughput, share of bare node:http + pg', ratios);
  }
}

/** What it costs to be observed: servers that differ in nothing else take turns. */
async function observed(key) {
  const kinds = {
    'without metrics': { METRICS: 'false' },
    'with metrics': {},
    'with metrics, and traces that nobody takes': { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  };
  const servers = {};
  for (const [kind, env] of Object.entries(kinds))
    servers[kind] = await serve('dist/apps/api/src/main.js', { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn', ...env });
  const ratios = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = -1; round < ROUNDS; round++) {
    const rates = {};
    const order = Object.entries(servers);
    if (round % 2 === 0) order.reverse(); // who comes first may have it easier
    for (const [kind, server] of order)
      rates[kind] = (await measure(`${server}/v1/assets/1/multifamily/units/500`, key, {})).rate;
    for (const kind of Object.keys(kinds)) if (round >= 0) ratios[kind].push(rates[kind] / rates['without metrics']);
  }
  for (const kind of Object.keys(kinds).slice(1))
    print(`one unit, ${kind}`, 'throughput, share of the same without', ratios[kind]);
}

async function measure(url, key, headers) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(ROOT, 'test/bench/load.mjs'),
    JSON.stringify({ url, key, seconds: SECONDS, headers }),
  ]);
  const result = JSON.parse(stdout);
  if (result.wrong > 0) throw new Error(`${url}: ${result.wrong} wrong answers, such as ${result.status}`);
  return result;
}

async function ingest(service, key, count) {
  const ratios = [];
  const rounds = count >= 100_000 ? Math.min(ROUNDS, 5) : ROUNDS;
  for (let round = -1; round < rounds; round++) {
    const entries = Array.from({ length: count }, (_, at) => entry(at, round));
    const body = JSON.stringify(entries);
    const lines = entries.map(
      (e) =>
        `1\t${round + 10}\t${e.unit_number}\t${e.provider_id}\t${e.price}\t${e.available_on}\t${e.lease_term}\t${e.lease_starts_on}\t${e.status}\t\\N\t${JSON.stringify(e.leasing_fields)}\n`,
    );
    const rows = [];
    for (let at = 0; at < lines.length; at += 500) rows.push(Buffer.from(lines.slice(at, at + 500).join('')));
    const ours = await timed(() => push(service, key, body));
    const copy = await timed(() => copied(rows));
    if (round >= 0) ratios.push(ours / copy);
    await settle();
  }
  print(
    `ingest of ${count.toLocaleString('en')} entries in one request`,
    'time, against COPY of the same rows',
    ratios,
  );
}

/** The same requests with the audit trail and without, in turns. */
async function audit(service, key) {
  const assets = `${service}/v1/assets/1/multifamily`;
  const send = async (method, url, body) => {
    const headers = { 'API-Key': key, 'Content-Type': 'application/json', 'Experimental-Flags': 'references' };
    const response = await fetch(url, { headers, body, method: method === 'POST' ? 'POST' : 'PUT' });
    if (response.status >= 300) throw new Error(`${response.status} ${await response.text()}`);
    return response.text();
  };
  const group = { asset_id: '1', name: 'CRM', key: 'crm' };
  const { id } = JSON.parse(await send('POST', `${assets}/units/reference-groups`, JSON.stringify(group)));
  const { rows } = await db.query('select id from catalog.unit where asset_id = 1 order by id limit 5000');
  const batch = (round) => rows.map((unit) => ({ group_id: id, unit_id: unit.id, value: `${unit.id}-${round}` }));
  const floor = async (round) => {
    for (let n = 0; n < 100; n++)
      await send('PUT', `${assets}/floors/1`, JSON.stringify({ id: '1', asset_id: '1', sort: round * 100 + n }));
  };
  const cases = [
    ['100 single updates', ['catalog.floor'], floor],
    [
      'batch of 5,000 references, all changed',
      ['reference.unit_reference'],
      (round) =>
        send('PUT', `${assets}/units/reference-groups/${id}/references`, JSON.stringify({ data: batch(round) })),
    ],
    [
      'ingest of 10,000 entries in one request',
      ['pricing.process', 'pricing.transaction', 'pricing.unit'],
      (round) => push(service, key, JSON.stringify(Array.from({ length: 10_000 }, (_, at) => entry(at, round)))),
    ],
  ];
  for (const [name, tables, work] of cases) {
    const ratios = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times = [];
      for (const trigger of ['enable', 'disable']) {
        for (const table of tables) await db.query(`alter table ${table} ${trigger} trigger user`);
        await db.query(`vacuum ${tables.join(', ')}`);
        await settle();
        times.push(await timed(() => work(2 * round + times.length + 1)));
      }
      if (round > 0) ratios.push(times[0] / times[1]);
    }
    print(name, 'time, against the same without the audit trail', ratios);
  }
}

function entry(at, round) {
  return {
    unit_number: String((at % UNITS) + 1),
    provider_id: `P-${(at % UNITS) + 1}`,
    price: 1500 + ((at * 7 + round * 13) % 2500),
    available_on: '2027-01-01',
    lease_term: 3 + Math.floor(at / UNITS),
    lease_starts_on: '2027-02-01',
    status: 'Available',
    leasing_fields: { quote: at, building: 'North' },
  };
}

async function push(service, key, body) {
  const response = await fetch(`${service}/v1/assets/1/multifamily/pricing/1/ingest?commit=1`, {
    method: 'POST',
    headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    body,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function copied(rows) {
  const columns =
    'asset_id, transaction_id, unit_number, provider_id, price, available_on, lease_term, lease_starts_on, status, specials_description, leasing_fields';
  await pipeline(Readable.from(rows), db.query(copyFrom(`copy public.copied (${columns}) from stdin`)));
}

/** Both begin each round with tables that hold what was published last, and no leftovers. */
async function settle() {
  await db.query('truncate public.copied');
  await db.query(
    `delete from pricing.entry where transaction_id <> (select published_transaction_id from pricing.process where id = 1)`,
  );
  await db.query('vacuum pricing.entry');
  await db.query('checkpoint');
}

async function timed(work) {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function print(name, what, ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  const number = (value) => value.toFixed(2);
  console.log(
    `${name.padEnd(46)} ${what.padEnd(42)} ${number(sorted[Math.floor(sorted.length / 2)])}  (${number(sorted[0])} to ${number(sorted.at(-1))})`,
  );
}

async function serve(script, env) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, script)], {
    env: { ...process.env, DATABASE_URL: postgres.url, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries++) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return address;
    await pause(50);
  }
  throw new Error(`${script} does not answer`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
