/** What events cost the writes that cause them, and how soon readers and webhooks learn of a commit. */
import { createServer, request as httpRequest } from 'node:http';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, QUIET, ratios, timed } from './bench.mjs';
import { entry, UNITS } from './data.mjs';

const ASSET = '/v1/assets/1/multifamily';
const STREAM = '/v1/events?after=latest&types=floor.updated';
const TRIGGER = 'add_outbox_entry';
const COMMITS_A_SECOND = 50;
const CLIENTS = 1_000;

export async function events(bench) {
  const env = { ...QUIET, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' };
  const { address, pid } = await bench.process('dist/apps/api/src/main.js', env);
  await costs(bench, address);
  await latencies(bench, address);
  await units(bench, address);
  await clients(bench, address, pid);
}

const floor = (bench, address, sort) =>
  bench.request(`${address}${ASSET}/floors/1`, 'PUT', json({ id: '1', asset_id: '1', sort }));

/** The same writes with their events and without, in turns. */
async function costs(bench, address) {
  let done = 0;
  const updates = async () => {
    for (let n = 0; n < 100; n++) await floor(bench, address, done * 100 + n);
  };
  const ingest = () => {
    const body = json(Array.from({ length: 100_000 }, (_, at) => entry(at, done)));
    return bench.request(`${address}${ASSET}/pricing/1/ingest?commit=1`, 'POST', body);
  };
  for (const [name, work, goal] of [
    ['100 single updates', updates, '<= 1.1'],
    ['ingest of 100,000 entries in one request', ingest, '<= 1.03'],
  ]) {
    const run = (state) => async () => {
      await bench.db.query(`alter table audit.event ${state} trigger ${TRIGGER}`);
      await bench.db.query('checkpoint');
      done += 1;
      return timed(work);
    };
    const times = await bench.turns({ with: run('enable'), without: run('disable') });
    bench.print(name, 'time, against the same without events', ratios(times.with, times.without), goal);
  }
  await bench.db.query(`alter table audit.event enable trigger ${TRIGGER}`);
}

const HANGING = 200;

/** From the start of a write, so that its own time counts too; for webhooks also beside receivers that are dead or hang. */
async function latencies(bench, address) {
  const delivered = [];
  const receiver = createServer((request, response) => {
    request.resume();
    if (request.url !== '/live') return;
    delivered.push(performance.now());
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const base = `http://127.0.0.1:${receiver.address().port}`;
  await addWebhook(bench, 'floor.updated');
  await bench.db.query('update events.webhook set url = $1', [`${base}/live`]);
  const name = `${COMMITS_A_SECOND} commits a second`;
  const alone = await measured(bench, address, delivered);
  bench.print(name, 'ms to a server-sent event, p99', [alone.streamed], '<= 150');
  bench.print(name, 'ms to the first try of a webhook, p99', [alone.delivered], '<= 500');
  await addWebhooks(bench, 'http://127.0.0.1:9/', 1);
  const dead = await measured(bench, address, delivered);
  bench.print('a webhook beside a dead one', 'time to the first try, against alone, p99', [dead.delivered / alone.delivered], '<= 1.5'); // oxfmt-ignore
  await addWebhooks(bench, `${base}/hangs`, HANGING);
  await floor(bench, address, 1_000_000);
  await sleep(20_000); // each has hung once
  const hanging = await measured(bench, address, delivered);
  bench.print(`a webhook beside ${HANGING} that hang`, 'time to the first try, against alone, p99', [hanging.delivered / alone.delivered]); // oxfmt-ignore
  await bench.db.query('delete from events.webhook');
  receiver.closeAllConnections();
  receiver.close();
}

async function addWebhook(bench, types) {
  const made = await bench.command(
    ...['webhooks', 'create', '--name', 'live', '--url', 'https://127.0.0.1/', '--types', types, '--accounts', 'all'],
  );
  if (!made.startsWith('whsec_')) throw new Error(made);
}

/** From the start of the ingest; it does not send them. */
async function units(bench, address) {
  await addWebhook(bench, 'pricing.unit_changed');
  await bench.db.query(`update events.webhook_lane set paused_until = 'infinity'`);
  const body = json(Array.from({ length: UNITS }, (_, at) => entry(at, 1_000)));
  const time = await timed(async () => {
    await bench.request(`${address}${ASSET}/pricing/1/ingest?commit=1`, 'POST', body);
    for (;;) {
      const { rows } = await bench.db.query('select count(*)::int as count from events.delivery');
      if (rows[0].count >= UNITS) return;
      await sleep(50);
    }
  });
  bench.print(`ingest of ${UNITS.toLocaleString('en')} prices`, 'ms until each is a delivery of a webhook', [time]);
  await bench.db.query('delete from events.webhook');
}

/** As the first one, with other addresses. */
const addWebhooks = (bench, url, count) =>
  bench.db.query(
    `with added as (
      insert into events.webhook (name, url, types, secret)
      select 'other', $1, live.types, live.secret from events.webhook live, generate_series(1, $2::int) where live.name = 'live' returning id
    )
    insert into events.webhook_lane (webhook_id, position) select added.id, feed.position from added cross join events.feed`,
    [url, count],
  );

/** @returns the times that a stream and the live webhook take */
async function measured(bench, address, delivered) {
  const sent = [];
  const streamed = [];
  const stream = await follow(bench, address, () => streamed.push(performance.now()));
  await sleep(2_000); // it listens, and has relayed what came before
  for (const list of [streamed, delivered]) list.splice(0);
  const count = COMMITS_A_SECOND * Math.max(10, bench.seconds * bench.rounds);
  const begin = performance.now();
  for (let n = 0; n < count; n++) {
    await sleep(begin + (n * 1_000) / COMMITS_A_SECOND - performance.now());
    sent.push(performance.now());
    await floor(bench, address, Math.round(begin) * 100 + n);
  }
  for (const end = performance.now() + 10_000; delivered.length < count && performance.now() < end;) await sleep(50);
  stream.destroy();
  if (streamed.length !== count || delivered.length !== count)
    throw new Error(`${count} commits, ${streamed.length} streamed, ${delivered.length} delivered`);
  const p99 = (times) => times.map((time, at) => time - sent[at]).sort((a, b) => a - b)[Math.floor(count * 0.99)];
  return { streamed: p99(streamed), delivered: p99(delivered) };
}

/** Memory of a process whose clients wait for events, and what reads beside them notice. */
async function clients(bench, address, pid) {
  if (process.platform !== 'linux') return;
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  const read = async () => (await bench.measure(`${address}${ASSET}/units`, {}, { connections: 4 })).p99;
  const [before, alone] = [memory(), await read()];
  let received = 0;
  const streams = [];
  for (let n = 0; n < CLIENTS; n++) streams.push(await follow(bench, address, () => (received += 1)));
  await floor(bench, address, 2_000_000);
  for (const end = performance.now() + 30_000; received < CLIENTS && performance.now() < end;) await sleep(50);
  if (received < CLIENTS) throw new Error(`${received} of ${CLIENTS} clients received the event`);
  const held = memory() - before;
  const beside = await read();
  for (const stream of streams) stream.destroy();
  bench.print(`${CLIENTS.toLocaleString('en')} clients of the stream`, 'MiB that they hold', [held], '<= 100');
  bench.print('reads beside them, p99', 'time, against alone', [beside / alone]);
}

/** Calls a function for each event. */
function follow(bench, address, happened) {
  const headers = { 'API-Key': bench.key, Accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    httpRequest(address + STREAM, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(String(response.statusCode)));
      response.setEncoding('utf8').on('data', (text) => {
        for (const _ of text.matchAll(/^event: /gm)) happened();
      });
      response.on('error', () => undefined);
      resolve(response);
    })
      .on('error', reject)
      .end();
  });
}
