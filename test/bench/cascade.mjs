/**
 * A building of 100,000 units is deleted with all that belongs to them, while other requests go on: those of another asset, and reads and
 * writes of the same asset. Prints how long the longest of them took, and without the deletion.
 */
import { setTimeout as sleep } from 'node:timers/promises';

const ROWS = 100_000;
const LARGE = '/v1/assets/1/multifamily';
const OTHER = '/v1/assets/2/multifamily';
const PAUSE_MS = 5;
const IDLE_MS = 5_000;

export async function cascade(bench) {
  const { db } = bench;
  await db.query(`insert into catalog.building (asset_id, name, label) values (1, 'Large', 'Large')`);
  await db.query(`insert into catalog.unit (asset_id, building_id, floor_id, floor_plan_id, unit_number, area)
    select asset_id, id, (select min(id) from catalog.floor where asset_id = 1), (select min(id) from catalog.floor_plan where asset_id = 1),
      'L' || n, 500 from catalog.building, generate_series(1, ${ROWS}) n where asset_id = 1 and name = 'Large'`);
  await db.query(`insert into pricing.unit (asset_id, process_id, id, provider_id, price)
    select 1, (select min(id) from pricing.process where asset_id = 1), id, 'P-' || id, 2000 from catalog.unit where asset_id = 1`);
  await db.query(`insert into reference.unit_reference (asset_id, group_id, unit_id, value)
    select 1, (select min(id) from reference.unit_reference_group where asset_id = 1), id, 'C-' || id from catalog.unit where asset_id = 1`);
  await db.query('vacuum analyze');
  const { rows } =
    await db.query(`select (select id from catalog.building where asset_id = 1 and name = 'Large')::int as building,
    (select min(id) from catalog.unit where asset_id = 1)::int as same, (select min(id) from catalog.unit where asset_id = 2)::int as other`);
  const [{ building, same, other }] = rows;
  const api = await bench.service();
  const probes = {
    'other asset: list': () => ask(bench, 'GET', `${api}${OTHER}/units?per-page=10`),
    'other asset: update of a unit': (n) =>
      ask(bench, 'PUT', `${api}${OTHER}/units/${other}`, { area: 400 + (n % 90) }),
    'same asset: list': () => ask(bench, 'GET', `${api}${LARGE}/units?per-page=10`),
    'same asset: update of a unit': (n) => ask(bench, 'PUT', `${api}${LARGE}/units/${same}`, { area: 400 + (n % 90) }),
    'same asset: change of a building': (n) => ask(bench, 'PUT', `${api}${LARGE}/buildings/1`, { name: `North ${n}` }),
  };
  report(bench, 'no deletion', await beside(probes, () => sleep(IDLE_MS)));

  const answers = [];
  const started = performance.now();
  const waits = await beside(probes, async () => {
    let status;
    do {
      const url = `${api}${LARGE}/buildings/${building}?cascade=1`;
      const answered = await fetch(url, { method: 'DELETE', headers: { 'API-Key': bench.key } });
      status = answered.status;
      answers.push(status);
      if (status > 202) throw new Error(await answered.text());
    } while (status === 202);
  });
  console.log(`Answers to the deletion: ${answers.join(', ')}`);
  bench.print(`a building of ${ROWS.toLocaleString('en')} units`, 'ms until it is deleted', [
    performance.now() - started,
  ]);
  report(bench, 'deletion of the building', waits);
}

const report = (bench, beside, waits) => {
  for (const [name, { longest, failed, count }] of Object.entries(waits)) {
    bench.print(`${beside}, ${name}`, 'ms, the longest', [longest]);
    if (failed.length > 0) console.log(`  ${failed.length} of ${count} failed, such as ${failed[0]}`);
  }
};

/** Repeats each probe until the work is done. @returns the longest time and the failures of each */
async function beside(probes, work) {
  let isDone = false;
  const waits = Object.fromEntries(Object.keys(probes).map((name) => [name, { longest: 0, failed: [], count: 0 }]));
  const running = Object.entries(probes).map(async ([name, probe]) => {
    const wait = waits[name];
    while (!isDone) {
      const began = performance.now();
      const failure = await probe(wait.count);
      wait.longest = Math.max(wait.longest, performance.now() - began);
      wait.count++;
      if (failure) wait.failed.push(failure);
      await sleep(PAUSE_MS);
    }
  });
  await work().finally(() => (isDone = true));
  await Promise.all(running);
  return waits;
}

/** @returns the failure */
async function ask({ key }, method, url, body) {
  const headers = { 'API-Key': key, ...(body && { 'Content-Type': 'application/json' }) };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return response.ok ? undefined : `${response.status} ${text.slice(0, 200)}`;
}
