/** What a call costs: CPU time of service and Postgres, of which docs/scaling.md makes money. */
import { json, QUIET } from './bench.mjs';
import { cpuOf, postmasterOf } from './cpu.mjs';
import { entry } from './data.mjs';

const ASSET = '/v1/assets/1/multifamily';
const CONNECTIONS = 8;

export async function cost(bench) {
  const env = { ...QUIET, RESPONSE_CACHE_MB: '0' };
  const { address, pid } = await bench.process('dist/apps/api/src/main.js', env);
  const postgres = postmasterOf(bench);
  const asset = address + ASSET;
  const entries = (round) => json(Array.from({ length: 1_000 }, (_, at) => entry(at, round)));
  const { rows } = await bench.db.query('select id::text from catalog.unit where asset_id = 1 order by id limit 5000');

  const get = (path) => async () => {
    const { rate } = await bench.measure(asset + path, {}, { connections: CONNECTIONS });
    return rate * bench.seconds;
  };
  /** So many at once, until the time is over. @param send what is sent the nth time */
  const write = (send, connections) => async () => {
    const until = performance.now() + bench.seconds * 1000;
    let count = 0;
    const one = async () => {
      while (performance.now() < until) await send(count++);
    };
    await Promise.all(Array.from({ length: connections }, one));
    return count;
  };
  const update = (at) => {
    const { id } = rows[at % 1000];
    return bench.request(`${asset}/units/${id}`, 'PUT', json({ id, asset_id: '1', area: 400 + (at % 1000) }));
  };
  const ingest = (at) => bench.request(`${asset}/pricing/1/ingest?commit=1`, 'POST', entries(at));

  const batch = (at) => {
    const data = rows.map(({ id }) => ({ unit_id: id, group_id: '1', value: `CRM-${at}-${id}` }));
    const url = `${asset}/units/reference-groups/1/references`;
    return bench.request(url, 'PUT', json({ data }), { 'Experimental-Flags': 'references' });
  };

  await ingest(0);
  for (const [name, run] of [
    ['list of 100 units', get('/units')],
    ['one unit', get('/units/500')],
    ['list of 100 pricing units', get('/pricing/1/units')],
    ['update unit', write(update, CONNECTIONS)],
    ['batch of 5,000 unit references', write(batch, 1)],
    ['ingest of 1,000 entries, committed', write(ingest, 1)],
  ]) {
    const used = { service: [], postgres: [] };
    for (let round = -1; round < bench.rounds; round++) {
      await bench.giveWay();
      const before = [cpuOf(pid), cpuOf(postgres)];
      const count = await run();
      if (round < 0) continue;
      used.service.push((cpuOf(pid) - before[0]) / count);
      used.postgres.push((cpuOf(postgres) - before[1]) / count);
    }
    bench.print(name, 'ms CPU of the service', used.service);
    bench.print(name, 'ms CPU of Postgres', used.postgres);
  }
}
