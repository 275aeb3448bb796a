import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '../support/async.mjs';
import { OPERATIONS } from '../support/operations.mjs';
import { contextOf } from '../support/context.mjs';
import { postmaster } from '../support/service.mjs';
import { databaseIsBack } from './kills.mjs';

const SHORT = 1_000;
const LONG = 100_000;
const CLIENTS = 12;
/** Milliseconds between two terminated sessions. */
const ENDED_EVERY = 30;
/** Requests, other than those that were answered 503, between two restarts or kills of Postgres. */
const BLOW_EVERY = { short: 240, long: 2_000 };
/** Entries of a delivery. If the service rejects a large one, it does so while the client still sends. */
const SMALL = 5;
const LARGE = 3_000;
/** Ingests, transactions and restores. Only `push` sends them, because it tracks what must be published in the end. */
const PUBLISHES = /ingest$|transaction}|restore$/;
/** Milliseconds; longer than any limit of the service, which must respond in time by itself. */
const within = 130_000;
/** Milliseconds without a response other than 503; longer than any recovery of Postgres. */
const MAX_AWAY = 120_000;

/**
 * Postgres terminates sessions at any moment, restarts, and is killed. Every request gets its usual response or 503 with `Retry-After`,
 * and every acknowledged write is stored exactly once. One server has the default settings, one has WORKERS=2.
 */
export async function chaos(deployment, findings, options) {
  const { short, rounds } = options;
  deployment.main.push(await deployment.start('api', { env: { WORKERS: '2' } }));
  const context = await contextOf(deployment, findings, options);
  context.operations = OPERATIONS.filter(({ method, path }) => method !== 'DELETE' && !PUBLISHES.test(path));
  const most = rounds ?? (short ? SHORT : LONG);
  const load = { asked: 0, most, every: BLOW_EVERY[short ? 'short' : 'long'], away: MAX_AWAY, served: Date.now() };
  const log = { buildings: [], deliveries: [] };
  const attacked = attack(context, load);
  await times(CLIENTS, (at) => work(context, load, log, at));
  await attacked;
  if (load.asked < load.most) findings.violation('only 503', { detail: `after ${load.asked} requests` });
  await databaseIsBack(context);
  await verify(context, log);
}

/** A 503 is not counted, so that a slow recovery of Postgres does not use up the load. */
const isOver = ({ asked, most, away, served }) => asked >= most || Date.now() - served > away;

/** Each client does one thing, time after time; most of them whatever there is. */
function work(context, load, log, at) {
  if (at < context.feeds.length) return push(context, load, log, context.feeds[at], at);
  return at % 3 === 0 ? build(context, load, log, at) : anything(context, load);
}

async function asked({ findings }, load, sending) {
  const answer = await sending;
  const { status } = answer;
  if (status !== 503) Object.assign(load, { asked: load.asked + 1, served: Date.now() });
  findings.count('requests');
  findings.count(status === 503 ? '503' : `${String(status)[0]}xx`);
  const detail = `${answer.error ?? ''} ${answer.text.slice(0, 200)}`;
  if (status === 0) findings.violation('no answer', { detail });
  else if (status >= 500 && status !== 503) findings.violation(`status ${status}`, { detail });
  else if (status === 503 && !(Number(answer.headers['retry-after']) > 0))
    findings.violation('503 without Retry-After', { detail });
  if (status === 503) await sleep(20);
  return answer;
}

/** Every operation that destroys nothing, with a body that it takes. */
async function anything(context, load) {
  const { fixtures, operations, random } = context;
  while (!isOver(load)) {
    const operation = operations[Math.floor(random.next() * operations.length)];
    const { api, method, path, needs } = operation;
    const body = fixtures.body(operation);
    const address = fixtures.path(api, path) + (needs && `?${needs}`);
    const sent = { within, ...(body && { raw: body.raw, headers: { 'Content-Type': body.type } }) };
    await asked(context, load, fixtures.clients[api].ask(method, address, sent));
  }
}

/** One building after the other, every second one sent again until it is taken. */
async function build(context, load, log, at) {
  const { client, fixtures } = context;
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings');
  for (let turn = 0; !isOver(load); turn++) {
    const name = `chaos-${at}-${turn}`;
    const isRepeated = turn % 2 === 1;
    const headers = isRepeated ? { 'Idempotency-Key': name } : {};
    const send = () => asked(context, load, client.post(path, { asset_id: fixtures.asset, name }, { headers, within }));
    let { status } = await send();
    while (isRepeated && status === 503) ({ status } = await send());
    log.buildings.push({ name, isSure: status === 201 });
  }
}

async function push(context, load, log, feed, at) {
  const delivery = { feed, sure: undefined, unsure: [] };
  log.deliveries.push(delivery);
  for (let price = 1; !isOver(load); price++) {
    const count = price % 8 === 0 ? LARGE : SMALL;
    const sending = context.client.post(`${feed}/ingest?commit=1`, entries(count, price), { within });
    const { status } = await asked(context, load, sending);
    if (status === 200) Object.assign(delivery, { sure: price, unsure: [] });
    else if (status === 503 || status === 0) delivery.unsure.push(price);
    else context.findings.violation(`a delivery of client ${at} is answered ${status}`);
  }
}

const entries = (count, price) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ unit_number: '101', provider_id: `C${at}`, price, available_on: '2027-01-01' },
    leasing_fields: { remark: 'x'.repeat(100) },
  }));

/** Ends sessions until the load is over; each blow is followed by the next kind of blow. */
async function attack({ deployment, findings }, load) {
  const blows = [killBackend, restart, killPostmaster];
  let struck = 0;
  for (let turn = 0; !isOver(load); turn++) {
    await endSession(deployment, turn % 2 ? `state like 'idle in transaction%'` : 'true')
      .then((ended) => findings.count('sessions ended', ended))
      .catch(() => undefined); // Postgres is away
    if (load.asked > (struck + 1) * load.every) {
      await blows[struck++ % blows.length](deployment);
      findings.count('blows');
    }
    await sleep(ENDED_EVERY);
  }
}

const SESSIONS = `from pg_stat_activity where datname = current_database() and application_name = 'property-map-service'`;

const endSession = async (deployment, condition) =>
  (
    await deployment.sql(`select pg_terminate_backend(pid) from
      (select pid ${SESSIONS} and ${condition} order by random() limit 1) one`)
  ).length;

/** Postgres ends all sessions then, and recovers. */
async function killBackend(deployment) {
  const [session] = await deployment.sql(`select pid ${SESSIONS} order by random() limit 1`).catch(() => []);
  if (session) kill(session.pid, 'SIGKILL');
}

/** As `pg_ctl restart -m fast` does. */
const restart = async ({ environment }) => kill(postmaster(environment.postgres.directory), 'SIGINT');
const killPostmaster = async ({ environment }) => kill(postmaster(environment.postgres.directory), 'SIGKILL');

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended by itself
  }
}

async function verify({ deployment, findings, fixtures }, { buildings, deliveries }) {
  const rows = await deployment.sql(
    `select name, count(*)::int as n from catalog.building where asset_id = $1 and name like 'chaos-%' group by name`,
    [fixtures.asset],
  );
  const counted = new Map(rows.map(({ name, n }) => [name, n]));
  for (const { name, isSure } of buildings) {
    const n = counted.get(name) ?? 0;
    if (isSure && n === 0) findings.violation('an acknowledged building is lost', { detail: name });
    if (n > 1) findings.violation('a building exists twice', { detail: name });
  }
  findings.count('buildings verified', buildings.length);
  for (const { feed, sure, unsure } of deliveries)
    await verifyPublished({ deployment, findings }, feed, [sure, ...unsure]);
}

/** What is published is one delivery, whole: the last that was acknowledged, or one after it that had no answer. */
async function verifyPublished({ deployment, findings }, feed, prices) {
  const [found] = await deployment.sql(
    `select process.published_entries as entries, count(entry.*)::int as stored, min(entry.price) as least, max(entry.price) as most
     from pricing.process process
     left join pricing.entry on entry.asset_id = process.asset_id and entry.transaction_id = published_transaction_id and until is null
     where process.id = $1 group by process.published_entries`,
    [feed.split('/').at(-1)],
  );
  const detail = JSON.stringify({ ...found, prices });
  // without a publication, published_entries is null
  if (!found || (found.entries ?? 0) !== found.stored || found.least !== found.most)
    findings.violation('half a delivery is published', { detail });
  else if (!prices.includes(found.least ?? undefined))
    findings.violation('an acknowledged delivery is not published', { detail });
}
