/** Writes in bulk, against COPY of the same rows, and against the bare statement. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { json, QUIET, ratios, timed } from './bench.mjs';
import { COPIED, entry, lineOf } from './data.mjs';

const PROCESS = '/v1/assets/1/multifamily/pricing/1';
const FIRST_GOALS = { 1_000: '<= 2.7', 10_000: '<= 1.8', 100_000: '<= 1.6' };
/** Of a set over the one that is live, in which all prices have changed: it is compared, and units keep what they showed. */
const CHANGED_GOALS = { 1_000: '<= 2.7', 10_000: '<= 2.0', 100_000: '<= 2.0' };
/** Each request stores its entries, and the commit compares all of them with the live ones. */
const CHUNKS_GOAL = '<= 3.0';
/** What the event loop is looked at with: the time of an idle one. */
const TICK_MS = 10;
const n = (value) => value.toLocaleString('en');

export async function ingest(bench) {
  const { address, pid } = await bench.process('dist/apps/api/src/main.js', QUIET);
  const yardstick = await copyOf(bench);
  for (const count of [1_000, 10_000, 100_000]) await first(bench, address, count, yardstick);
  for (const count of [1_000, 10_000, 100_000]) await changed(bench, address, count, yardstick);
  await chunks(bench, address, yardstick);
  await stalls(bench, address, pid);
  await beside(bench, address);
  await references(bench, address);
}

/** To a process that has never published. */
async function first(bench, address, count, yardstick) {
  const process = async () => {
    await bench.db.query('delete from pricing.process where id > 1');
    await settle(bench);
    const { rows } = await bench.db.query(`insert into pricing.process (asset_id, name, type, pricing_strategy)
      values (1, 'New feed', 'push', 'revenue_management') returning id`);
    return PROCESS.replace(/1$/, rows[0].id);
  };
  await whole(bench, address, count, yardstick, `first delivery of ${n(count)} entries`, FIRST_GOALS[count], process);
  await bench.db.query('delete from pricing.process where id > 1');
}

/** Over the same entries with other prices. */
function changed(bench, address, count, yardstick) {
  const title = `ingest of ${n(count)} entries, all prices changed`;
  return whole(bench, address, count, yardstick, title, CHANGED_GOALS[count], () => PROCESS);
}

async function whole(bench, address, count, { name, copy }, title, goal, processFor) {
  const times = await bench.turns(
    {
      ours: async (round) => {
        const process = await processFor();
        const body = json(entries(count, round));
        const time = await timed(() => bench.request(`${address}${process}/ingest?commit=1`, 'POST', body));
        await settle(bench);
        return time;
      },
      open: async (round) => {
        const rows = rowsOf(entries(count, round));
        const time = await timed(() => copyOver(bench.db, rows));
        await settle(bench);
        return time;
      },
      copy: async (round) => {
        const time = await copy(entries(count, round));
        await settle(bench);
        return time;
      },
    },
    count >= 100_000 ? Math.min(bench.rounds, 5) : bench.rounds,
  );
  bench.print(title, `time, against COPY ${name}`, ratios(times.ours, times.copy), goal);
  bench.print(title, 'time, against COPY over an open connection', ratios(times.ours, times.open));
}

/** Data sets that are sent repeatedly, by the percentage of changed prices: time and log against COPY. */
const REPEATED = 25_000;
const REPEATS = {
  0: { time: '<= 0.8', log: '<= 0.05' },
  2: { time: '<= 0.8', log: '<= 0.05' },
  10: { time: '<= 1.0', log: '<= 0.25' },
  100: { time: '<= 2.0', log: '<= 2.2' },
};

/** A feed that sends all it has, whatever has changed. */
export async function repeats(bench) {
  const { address } = await bench.process('dist/apps/api/src/main.js', QUIET);
  const { name, copy } = await copyOf(bench);
  await bench.db.query('alter system set full_page_writes = off');
  await bench.db.query('select pg_reload_conf()');
  const sent = Array.from({ length: REPEATED }, (_, at) => repeated(at));
  const push = () => bench.request(`${address}${PROCESS}/ingest?commit=1`, 'POST', json(sent));
  await push();
  for (const [percent, goals] of Object.entries(REPEATS)) {
    const title = `the same ${n(REPEATED)} entries again, ${percent} % changed`;
    let turn = 0;
    const results = await bench.turns({
      ours: async () => {
        turn += 1;
        for (let at = 0; at < REPEATED; at += 1) if ((at * 7 + turn * 13) % 100 < percent) sent[at].price += 1;
        const body = json(sent);
        return logged(bench, () => timed(() => bench.request(`${address}${PROCESS}/ingest?commit=1`, 'POST', body)));
      },
      copy: () => logged(bench, () => copy(sent)),
    });
    const of = (what) => ratios(results.ours.map((each) => each[what]), results.copy.map((each) => each[what])); // oxfmt-ignore
    bench.print(title, `time, against COPY ${name}`, of('time'), goals.time);
    bench.print(title, 'log, against COPY', of('log'), goals.log);
  }
  await bench.db.query('alter system reset full_page_writes');
  await bench.db.query('select pg_reload_conf()');
}

const UNITS_REPEATED = 1_000;
const repeated = (at) => ({
  ...entry(at, 0),
  unit_number: String((at % UNITS_REPEATED) + 1),
  provider_id: `P-${(at % UNITS_REPEATED) + 1}`,
  lease_term: 3 + Math.floor(at / UNITS_REPEATED),
});

/** Time of a write, and bytes of log that it made, without the images of pages that only the time since a checkpoint decides about. */
async function logged(bench, work) {
  const { db } = bench;
  await db.query('truncate public.copied');
  await db.query('vacuum pricing.entry');
  await db.query('checkpoint');
  const at = async () => Number((await db.query(`select pg_current_wal_insert_lsn() - '0/0' as at`)).rows[0].at);
  const from = await at();
  const time = await work();
  return { time, log: (await at()) - from };
}

/** An open transaction that gets 100,000 entries in ten requests. */
async function chunks(bench, address, { name, copy }) {
  const all = (round) => entries(100_000, round);
  const times = await bench.turns(
    {
      ours: async (round) => {
        const sent = all(round);
        const bodies = Array.from({ length: 10 }, (_, at) => json(sent.slice(at * 10_000, (at + 1) * 10_000)));
        const time = await timed(async () => {
          const { transaction_ingest_url: url } = await bench.request(`${address}${PROCESS}/ingest`, 'POST', bodies[0]);
          for (const body of bodies.slice(1, -1)) await bench.request(url, 'POST', body);
          await bench.request(`${url}?commit=1`, 'POST', bodies.at(-1));
        });
        await settle(bench);
        return time;
      },
      copy: async (round) => {
        const time = await copy(all(round));
        await settle(bench);
        return time;
      },
    },
    Math.min(bench.rounds, 5),
  );
  const title = 'ingest of 100,000 entries in 10 requests';
  bench.print(title, `time, against COPY ${name}`, ratios(times.ours, times.copy), CHUNKS_GOAL);
}

/** Of the process that ingests: the longest that its event loop stood still, and the most memory it ever had. */
async function stalls(bench, address, pid) {
  const lag = [];
  const peak = [];
  for (let time = 0; time < 10; time++) {
    const body = json(entries(100_000, time));
    await fetch(`${address}/metrics`).then((response) => response.text()); // its maximum is that since the last look
    await bench.request(`${address}${PROCESS}/ingest?commit=1`, 'POST', body);
    const text = await (await fetch(`${address}/metrics`)).text();
    lag.push(Number(/^nodejs_eventloop_lag_max_seconds (.*)$/m.exec(text)?.[1]) * 1000 - TICK_MS);
    const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : '';
    peak.push(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
    await settle(bench);
  }
  bench.print('event loop during 100,000 entries', 'ms, longest stall', lag, '<= 10');
  bench.print('memory after ten times 100,000 entries', 'MiB, the most it had: first to tenth', peak, '<= 200');
}

/** What readers notice of others' ingests. */
async function beside(bench, address) {
  const list = `${address}/v1/assets/2/multifamily/units`;
  const calm = { connections: 4, seconds: Math.max(2, bench.seconds) };
  const results = await bench.turns({
    idle: () => bench.measure(list, {}, calm),
    busy: async (round) => {
      let isOver = false;
      const pushing = (async () => {
        for (let at = 0; !isOver; at++)
          await bench.request(`${address}${PROCESS}/ingest?commit=1`, 'POST', json(entries(10_000, round + at)));
      })();
      const result = await bench.measure(list, {}, calm);
      isOver = true;
      await pushing;
      await settle(bench);
      return result;
    },
  });
  const p99 = (kind) => results[kind].map((result) => result.p99);
  bench.print('reads during ingests of 10,000, p99', 'time, against idle', ratios(p99('busy'), p99('idle')), '<= 3');
}

/** A batch of 5,000 that changes each value, against the statement alone with values that are parsed already. */
async function references(bench, address) {
  const { rows } = await bench.db.query(`select id::text from catalog.unit where asset_id = 1 order by id limit 5000`);
  const units = rows.map(({ id }) => id);
  const WRITE = `insert into public.referred as known (asset_id, group_id, unit_id, value)
    select 1, 1, sent.unit_id, sent.value from unnest($1::bigint[], $2::text[]) sent (unit_id, value)
    on conflict (asset_id, group_id, unit_id) do update set value = excluded.value, updated_at = now()`;
  const value = (at, round) => `CRM-${round}-${at}`;
  const times = await bench.turns({
    ours: (round) => {
      const data = units.map((unit_id, at) => ({ unit_id, group_id: '1', value: value(at, round) }));
      const url = `${address}/v1/assets/1/multifamily/units/reference-groups/1/references`;
      const body = json({ data });
      return timed(() => bench.request(url, 'PUT', body, { 'Experimental-Flags': 'references' }));
    },
    bare: (round) => timed(() => bench.db.query(WRITE, [units, units.map((_, at) => value(at, round))])),
  });
  bench.print(
    'batch of 5,000 unit references',
    'time, against the bare statement',
    ratios(times.ours, times.bare),
    '<= 3',
  );
}

/** The same requests with the audit trail and without, in turns. */
export async function audited(bench) {
  const address = await bench.service();
  const asset = `${address}/v1/assets/1/multifamily`;
  const { rows } = await bench.db.query('select id from catalog.unit where asset_id = 1 order by id limit 5000');
  const flags = { 'Experimental-Flags': 'references' };
  const floors = async (round) => {
    for (let n = 0; n < 100; n++)
      await bench.request(`${asset}/floors/1`, 'PUT', json({ id: '1', asset_id: '1', sort: round * 100 + n }));
  };
  const batch = (round) => {
    const data = rows.map(({ id }) => ({ group_id: '1', unit_id: id, value: `${id}-${round}` }));
    return bench.request(`${asset}/units/reference-groups/1/references`, 'PUT', json({ data }), flags);
  };
  const push = (round) => bench.request(`${address}${PROCESS}/ingest?commit=1`, 'POST', json(entries(10_000, round)));
  for (const [name, tables, work] of [
    ['100 single updates', ['catalog.floor'], floors],
    ['batch of 5,000 references, all changed', ['reference.unit_reference'], batch],
    ['ingest of 10,000 entries in one request', ['pricing.process', 'pricing.transaction', 'pricing.unit'], push],
  ]) {
    let done = 0;
    const run = (trigger) => async () => {
      for (const table of tables) await bench.db.query(`alter table ${table} ${trigger} trigger user`);
      await bench.db.query(`vacuum ${tables.join(', ')}`);
      await settle(bench);
      done += 1;
      return timed(() => work(done));
    };
    const times = await bench.turns({ with: run('enable'), without: run('disable') });
    bench.print(name, 'time, against the same without the audit trail', ratios(times.with, times.without));
  }
}

const entries = (count, round) => Array.from({ length: count }, (_, at) => entry(at, round));

function rowsOf(sent) {
  const rows = [];
  for (let at = 0; at < sent.length; at += 500)
    rows.push(Buffer.from(sent.slice(at, at + 500).map((each) => lineOf(each, at)).join(''))); // oxfmt-ignore
  return rows;
}

export const copyOver = (client, rows) =>
  pipeline(Readable.from(rows), client.query(copyFrom(`copy ${COPIED} from stdin`)));

/** The yardstick: psql copies a file; without psql here, a new connection does what it would do. */
async function copyOf({ url, directory }) {
  const run = promisify(execFile);
  const hasPsql = await run('psql', ['--version']).then(() => true, () => false); // oxfmt-ignore
  if (!hasPsql)
    return {
      name: 'over a new connection',
      copy: (sent) => {
        const rows = rowsOf(sent);
        return timed(async () => {
          const client = new pg.Client({ connectionString: url });
          await client.connect();
          await copyOver(client, rows);
          await client.end();
        });
      },
    };
  const file = join(directory, 'rows.tsv');
  return {
    name: 'by psql',
    copy: (sent) => {
      writeFileSync(file, Buffer.concat(rowsOf(sent)));
      return timed(() => run('psql', [url, '-qXc', `\\copy ${COPIED} from '${file}'`]));
    },
  };
}

/** Everybody begins with tables that hold what was published last, and no leftovers. */
async function settle({ db }) {
  while ((await db.query('select from platform.outbox_entry limit 1')).rowCount > 0) await sleep(20); // the feed of events follows
  await db.query('truncate public.copied');
  // in one order with the sweep of the service, which drops the same rows
  await db.query(`with locked as materialized (select from pricing.transaction order by asset_id, id for update)
    delete from pricing.entry where (select count(*) from locked) >= 0
    and transaction_id is distinct from (select published_transaction_id from pricing.process where id = 1)`);
  await db.query('vacuum pricing.entry');
  await db.query('checkpoint');
}
