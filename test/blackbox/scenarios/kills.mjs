import { setTimeout as sleep } from 'node:timers/promises';
import { each, eventually, times } from '../support/async.mjs';
import { abortOpen, contextOf, transactionOf } from '../support/context.mjs';
import { postmaster } from '../support/service.mjs';

const BATCH = 60;
const BACK = 2_000;

/** A replica, or Postgres, dies at any moment under load: what was acknowledged is there, all else wholly or not at all. */
export async function kills(deployment, findings, options) {
  const { short, rounds } = options;
  const context = await contextOf(deployment, findings, options);
  await each(context.feeds, 2, (feed) => release(context, feed));

  for (let round = 0; round < (rounds ?? (short ? 4 : 50)); round++)
    await die(context, 'kills of the service', async () => {
      const at = round % deployment.main.length;
      const { port } = deployment.main[at];
      await deployment.main[at].kill();
      return async () => void (deployment.main[at] = await deployment.start('api', { port }));
    });
  for (let round = 0; round < (rounds ?? (short ? 2 : 20)); round++)
    await die(context, 'kills of Postgres', async () => {
      process.kill(postmaster(deployment.environment.postgres.directory), 'SIGKILL');
      return () => databaseIsBack(context);
    });
}

async function die(context, what, kill) {
  const load = { over: false, log: { buildings: [], areas: new Map(), feeds: [] } };
  const working = times(6, (at) => worker(context, load, at));
  await sleep(200 + context.random.next() * 500);
  const restart = await kill();
  await sleep(50);
  load.over = true;
  await restart();
  await working;
  context.findings.count(what);
  await verify(context, load.log, what);
}

/** Waits until it is, and until every server has noticed. */
export async function databaseIsBack(context) {
  const { deployment, findings, client, fixtures, timeFactor } = context;
  const up = await eventually(() => deployment.sql('select 1').catch(() => false), 60_000, 20);
  if (!up) throw new Error('Postgres does not come back');
  const from = performance.now();
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/floors');
  const served = await eventually(
    async () => (await times(2, (at) => client.get(path, { at }))).every(({ status }) => status === 200),
    20_000,
    20,
  );
  if (!served || performance.now() - from > BACK * timeFactor)
    findings.violation('no success within 2 s of a restart of Postgres');
  for (const service of deployment.main)
    if (!service.isRunning)
      findings.violation('the service ended when Postgres was killed', { detail: service.output.slice(-500) });
}

const isSure = ({ status }) => status > 0 && status < 500;

/** Writes until it is over, and notes what was acknowledged and what may or may not have happened. */
function worker(context, load, at) {
  if (at < context.feeds.length) return pusher(context, load, context.feeds[at], at);
  return at % 2 ? builder(context, load, at) : batcher(context, load, at);
}

async function builder({ client, fixtures, units, findings }, load, at) {
  const { log } = load;
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings');
  const unit = units[at];
  const areas = { sure: undefined, unsure: [] };
  log.areas.set(unit.id, areas);
  for (let turn = 0; !load.over; turn++) {
    const name = `${at}-${turn}-${Date.now()}-${Math.random()}`;
    const made = await client.post(path, { asset_id: fixtures.asset, name }, { at: at + turn });
    log.buildings.push({ name, sure: made.status === 201 });
    const area = turn + 1;
    const put = await client.put(
      fixtures.path('main', '/v1/assets/{asset}/multifamily/units/{unit}', { unit: unit.id }),
      { id: unit.id, asset_id: fixtures.asset, area },
      { at: at + turn },
    );
    if (put.status === 200) Object.assign(areas, { sure: area, unsure: [] });
    else areas.unsure.push(area);
    findings.count('writes', 2);
  }
}

/** Batches over all units: afterwards all URLs are of one batch. */
async function batcher({ client, fixtures, units, findings }, load, at) {
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls');
  for (let turn = 0; !load.over; turn++) {
    const data = units.map(({ id }) => ({ unit_id: id, url: `https://${at}-${turn}.example/${id}` }));
    await client.put(path, { data }, { at: at + turn });
    findings.count('writes');
  }
}

const entries = (price) =>
  Array.from({ length: BATCH }, (_, at) => ({
    unit_number: `${101 + at}`,
    provider_id: `K${at}`,
    price,
    available_on: '2027-01-01',
  }));

/** One transaction after the other: opened, sent to, committed. */
async function pusher({ client, findings }, load, feed, at) {
  const known = [];
  load.log.feeds.push({ feed, known });
  for (let price = 1; !load.over; price++) {
    const opened = await client.post(`${feed}/ingest`, entries(price), { at });
    findings.count('writes');
    if (opened.status !== 200) {
      const id = transactionOf(opened);
      if (opened.status === 409 && id) await client.delete(`${feed}/transactions/${id}`, { at: at + 1 });
      else await sleep(10);
      continue;
    }
    const one = { id: opened.body.transaction_id, accepted: 1, unsure: 0, committed: false, ended: false };
    known.push(one);
    const more = await client.post(`${feed}/transactions/${one.id}/ingest`, entries(price), { at: at + price });
    if (more.status === 200) one.accepted += 1;
    else if (!isSure(more)) one.unsure += 1;
    const done = await client.post(`${feed}/transactions/${one.id}/ingest?commit=1`, undefined, { at: at + price });
    one.committed = done.status === 200;
    findings.count('writes', 2);
  }
}

async function verify(context, { buildings, areas, feeds }, what) {
  const { deployment, findings, fixtures } = context;
  const fault = (text, detail) => findings.violation(`${what}: ${text}`, { detail });
  const rows = await deployment.sql(
    'select name, count(*)::int as n from catalog.building where asset_id = $1 and name = any($2) group by name',
    [fixtures.asset, buildings.map(({ name }) => name)],
  );
  const counted = new Map(rows.map(({ name, n }) => [name, n]));
  for (const { name, sure } of buildings) {
    const n = counted.get(name) ?? 0;
    if (sure && n !== 1) fault('an acknowledged building is lost', `${name}: ${n}`);
    if (n > 1) fault('a building exists twice', name);
  }
  for (const [id, { sure, unsure }] of areas) {
    const [{ area }] = await deployment.sql('select area from catalog.unit where asset_id = $1 and id = $2', [
      fixtures.asset,
      id,
    ]);
    if (sure !== undefined && area !== sure && !unsure.includes(area))
      fault('an acknowledged change of a unit is lost', `${area}, not ${sure}`);
  }
  const urls = (
    await context.client.get(
      fixtures.path('main', '/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls?per-page=1000'),
    )
  ).body.data;
  const owners = new Set(urls.map(({ url }) => url?.split('.example')[0]));
  if (owners.size !== 1 && !urls.some(({ url }) => url?.includes('www.')))
    fault('half a batch is stored', [...owners].join());
  for (const { feed, known } of feeds) await verifyFeed(context, feed, known, fault);
}

async function verifyFeed(context, feed, known, fault) {
  const { deployment, findings } = context;
  const process = feed.split('/').at(-1);
  const rows = await deployment.sql(
    `select transaction.id::text, status, source_count as sources, entry_count as entries,
       (select count(*)::int from pricing.entry where entry.asset_id = transaction.asset_id and until is null and entry.transaction_id =
         case when process.publication_id = transaction.publication_id then process.published_transaction_id else transaction.id end) as stored,
       coalesce(process.publication_id = transaction.publication_id, false) as published
     from pricing.transaction join pricing.process on process.id = process_id where process_id = $1 order by transaction.id desc limit $2`,
    [process, known.length + 5],
  );
  findings.count('transactions verified', known.length);
  for (const { id, accepted, unsure, committed } of known) {
    const row = rows.find((each) => each.id === id);
    if (!row) fault('an acknowledged transaction is lost', id);
    else if (row.sources < accepted || row.sources > accepted + unsure)
      fault('acknowledged entries are lost', `${id}: ${row.sources} of ${accepted}`);
    else if (row.entries !== row.sources * BATCH) fault('half a request is stored', `${id}: ${row.entries}`);
    else if (committed && row.status !== 'finished') fault('an acknowledged commit is lost', `${id}: ${row.status}`);
  }
  for (const row of rows)
    if ((row.published || row.status === 'pending') && row.stored !== row.entries)
      fault('half of the entries are stored', `${row.id}: ${row.stored} of ${row.entries}`);
  const newest = rows.find(({ status }) => status === 'finished');
  if (newest && !newest.published) fault('the published set is not the last committed one', newest.id);
  await release(context, feed, fault);
}

/** Nothing is stuck: what is open can be ended, and a set can be published. */
async function release(context, feed, fault = () => undefined) {
  const { opened, ended } = await abortOpen(context, feed);
  const published = await context.client.post(`${feed}/ingest?commit=1`, entries(0));
  if (ended.status !== 200 || published.status !== 200)
    fault(
      'a transaction is stuck',
      `${opened.status} ${ended.status} ${published.status} ${published.text.slice(0, 200)}`,
    );
}
