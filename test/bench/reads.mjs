/** Reads, against a bare node:http server with pg that does the same query. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, QUIET, ratios } from './bench.mjs';
import { cpuOf } from './cpu.mjs';
import { entry, UNITS } from './data.mjs';

const ASSET = '/v1/assets/1/multifamily';
const LIST = `${ASSET}/units`;
/** Seconds until a process runs as it does from then on. */
const WARMING = 4;
const SHARE = 'throughput, share of bare node:http + pg';

export async function reads(bench) {
  const service = await bench.service();
  const uncached = await bench.service({ RESPONSE_CACHE_MB: '0' });
  const { address: bare } = await bench.process('test/bench/bare-server.mjs', { KEY: bench.key });
  const against = async (name, ours, limit, headers = {}, goal = '') => {
    const rates = await bench.turns({
      ours: async () => (await bench.measure(ours, headers)).rate,
      limit: async () => (await bench.measure(limit)).rate,
    });
    bench.print(name, SHARE, ratios(rates.ours, rates.limit), goal);
  };
  await publish(bench, service);
  await against('list of 100 units', service + LIST, bare + LIST, {}, '>= 0.95');
  await against('list of 100 units, without the response cache', uncached + LIST, bare + LIST, {}, '>= 0.95');
  await against('one unit', `${service + LIST}/500`, `${bare + LIST}/500`, {}, '>= 0.85');
  await against('one unit, without the response cache', `${uncached + LIST}/500`, `${bare + LIST}/500`, {}, '>= 0.85');
  const response = await fetch(service + LIST, { headers: { 'API-Key': bench.key } });
  const tag = { 'If-None-Match': response.headers.get('etag') };
  await against('list of 100 units, unchanged (304)', service + LIST, bare + LIST, tag, '>= 2.5');
  await against('the same, without the response cache', uncached + LIST, bare + LIST, tag);
  const written = new AbortController();
  const writing = writeUntil(written.signal, bench.db);
  await against('list of 100 units, while other assets are written', service + LIST, bare + LIST);
  written.abort();
  await writing;
  for (const [name, path] of [
    ['list of 100 pricing units', 'pricing/1/units'],
    ['entries of 100 units', 'pricing/1/entries'],
    ['entries of 100 units, flat', 'pricing/1/entries?flat-pricing=1'],
  ])
    await against(`${name}, without the response cache`, `${uncached + ASSET}/${path}`, bare + LIST);
  await burst(bench, service, uncached, bare);
}

const WRITE =
  'update catalog.unit set area = area + 1 where asset_id = 2 and id = (select min(id) from catalog.unit where asset_id = 2)';

/** Up to fifty times a second, by another program: the connection runs one statement at a time. */
async function writeUntil(signal, db) {
  for (; !signal.aborted; await sleep(20)) await db.query(WRITE);
}

/** What a map viewer asks for when it opens, all at once. */
async function burst(bench, service, uncached, bare) {
  const paths = [
    '/v1/assets/1',
    ...['buildings', 'floors', 'floor-plans', 'pricing', 'filters'].map((path) => `${ASSET}/${path}`),
  ];
  for (let page = 1; page <= 4; page++) paths.push(`${LIST}?page=${page}`, `${ASSET}/pricing/1/units?page=${page}`);
  const asked = (server) =>
    bench.measure(
      paths.map((path) => server + path),
      { 'Experimental-Flags': 'filters-resource' },
    );
  const rates = await bench.turns({
    service: async () => (await asked(service)).rate,
    uncached: async () => (await asked(uncached)).rate,
    bare: async () => (await bench.measure(bare + LIST)).rate,
  });
  bench.print('viewer: 14 lists and resources at once', 'answers, against lists of the bare server', ratios(rates.service, rates.bare)); // oxfmt-ignore
  bench.print('the same, without the response cache', 'answers, against lists of the bare server', ratios(rates.uncached, rates.bare)); // oxfmt-ignore
}

async function publish({ request }, service) {
  const entries = Array.from({ length: UNITS * 2 }, (_, at) => entry(at, 0));
  await request(`${service}${ASSET}/pricing/1/ingest?commit=1`, 'POST', json(entries));
}

/** What it costs to be observed: servers that differ in nothing else take turns. */
export async function observed(bench) {
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const servers = {
    without: await bench.service({ METRICS: 'false' }),
    metrics: await bench.service(),
    traces: await bench.service(traced),
  };
  const run = (server) => async () => (await bench.measure(`${server + LIST}/500`)).rate;
  const rates = await bench.turns(Object.fromEntries(Object.entries(servers).map(([kind, server]) => [kind, run(server)]))); // oxfmt-ignore
  bench.print('one unit, with metrics', 'throughput, share of the same without', ratios(rates.metrics, rates.without));
  bench.print('one unit, with metrics, and traces nobody takes', 'throughput, share of the same without', ratios(rates.traces, rates.without)); // oxfmt-ignore
}

/**
 * Postgres, the processes and the load share the cores of this machine: what there is to win is what they leave. What an answer
 * costs must not grow with the number of processes, when each has as much to do as one had: then several cores give so many
 * times the answers.
 */
export async function workers(bench) {
  const measured = async ({ address, pid, count }) => {
    const before = cpuOf(pid);
    const { rate } = await bench.measure(address + LIST, {}, { connections: 16 * count });
    return { rate, cpu: (cpuOf(pid) - before) / rate };
  };
  const start = async (count) => {
    const env = { ...QUIET, WORKERS: String(count) };
    const server = { ...(await bench.process('dist/apps/api/src/main.js', env)), count };
    await bench.measure(server.address + LIST, {}, { connections: 16 * count, seconds: WARMING * count });
    return server;
  };
  const one = await start(1);
  for (const count of [2, 4]) {
    const several = await start(count);
    const results = await bench.turns({ several: () => measured(several), one: () => measured(one) });
    const compared = (what) =>
      ratios(...[results.several, results.one].map((each) => each.map((result) => result[what])));
    const name = `list of 100 units, WORKERS=${count}`;
    bench.print(name, `throughput against one, on ${cpus().length} cores`, compared('rate'));
    bench.print(name, 'CPU of an answer, against one', compared('cpu'));
    const alone = await bench.turns({ several: () => refused(bench, several), one: () => refused(bench, one) });
    const title = `batch that is refused, by the service alone, WORKERS=${count}`;
    bench.print(title, `throughput against one, on ${cpus().length} cores`, ratios(alone.several, alone.one));
  }
}

/** References that are all invalid: read, validated and reported, with nothing for Postgres to do. @returns answers a second */
async function refused(bench, { address, count }) {
  const data = Array.from({ length: 5_000 }, (_, at) => ({ unit_id: `${at + 1}`, group_id: '1', value: 7 }));
  const body = json({ data });
  const url = `${address}${LIST}/reference-groups/1/references`;
  const until = performance.now() + bench.seconds * 1000;
  let answers = 0;
  const one = async () => {
    while (performance.now() < until) {
      const answer = await bench.request(url, 'PUT', body, { 'Experimental-Flags': 'references' }).catch(String);
      if (!String(answer).startsWith('Error: 422 ')) throw new Error(`Not refused: ${answer}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 * count }, one));
  return answers / bench.seconds;
}
