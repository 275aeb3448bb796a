import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { eventually, times } from '../support/async.mjs';
import { compiled } from '../support/compiled.mjs';
import { Client } from '../support/http.mjs';
import { timeFactorOf } from '../support/time-factor.mjs';
import { Fixtures } from '../support/fixtures.mjs';

/** Goals, in ms. */
const REFUSED = 1_000;
const SWALLOWED = 10_000;
const BACK = 2_000;

/** A service whose way to the database lags, breaks, is closed, or swallows all that is said; and a table that is locked. */
export async function link(deployment, findings, options) {
  const { DatabaseProxy } = await compiled('test/platform/database-proxy.ts');
  const fixtures = await Fixtures.find(deployment, 'First');
  const proxy = await DatabaseProxy.to(deployment.url);
  const service = await deployment.start('api', { env: { DATABASE_URL: proxy.url } });
  const client = new Client([service.base], deployment.keys.all, deployment.client().flags);
  const timeFactor = timeFactorOf(options);
  const context = {
    deployment,
    findings,
    fixtures,
    proxy,
    service,
    client,
    timeFactor,
    path: (template) => fixtures.path('main', `/v1/assets/{asset}/multifamily/${template}`),
  };
  const rounds = options.rounds ?? (options.short ? 1 : 10);
  try {
    for (let round = 0; round < rounds; round++) {
      await lag(context);
      await cut(context);
      await gone(context, 'refused', () => proxy.refuse(), REFUSED);
      await gone(context, 'swallowed', async () => proxy.swallow(), SWALLOWED);
      await locked(context);
    }
  } finally {
    await proxy.close();
  }
}

/** Reads and writes of several kinds. */
function mixed({ client, fixtures, path }, at) {
  const floor = fixtures.ids.get('main /v1/assets/{asset}/multifamily/floors/{floor}');
  if (at % 4 === 0)
    return client.put(path('floors/{floor}'), { id: floor, asset_id: fixtures.asset, name: `Level ${at}` });
  if (at % 4 === 1) return client.get(path('units'));
  if (at % 4 === 2) return client.post(path('pricing/{process}/ingest'), []);
  return client.get(path('pricing/{process}/units/{unit}'));
}

const GOOD = [200, 202, 409];

function judged({ findings, timeFactor }, answer, what, { allowed, within }) {
  findings.count('requests');
  const said = `${answer.status || answer.error} after ${Math.round(answer.ms)} ms`;
  if (!allowed.includes(answer.status))
    findings.violation(`${what}: ${answer.status || 'no answer'}`, { detail: `${said} ${answer.text.slice(0, 200)}` });
  else if (answer.ms > within * timeFactor)
    findings.violation(`${what}: an answer took longer than ${within} ms`, { detail: said });
  if (answer.status === 503 && !answer.headers['retry-after']) findings.violation(`${what}: 503 without Retry-After`);
  if (answer.status === 503 && !answer.body?.message) findings.violation(`${what}: 503 without a message`);
}

async function lag(context) {
  context.proxy.lag = 40;
  const answers = await times(24, (at) => mixed(context, at));
  for (const answer of answers) judged(context, answer, 'a link that lags by 40 ms', { allowed: GOOD, within: 4_000 });
  context.proxy.lag = 0;
}

async function cut(context) {
  for (let round = 0; round < 5; round++) {
    const asked = times(16, (at) => sleep(at * 2).then(() => mixed(context, at)));
    await sleep(10);
    context.proxy.cut();
    for (const answer of await asked)
      judged(context, answer, 'connections that break', { allowed: [...GOOD, 503], within: SWALLOWED });
    await back(context, 'connections that broke');
  }
}

/** Nothing gets through, for a while; then all is as before. */
async function gone(context, what, begin, within) {
  const { service, findings, proxy, timeFactor } = context;
  await begin();
  const asked = [];
  for (let at = 0; at < 30; at++) {
    asked.push(mixed(context, at));
    await sleep(30);
  }
  const alive = await fetch(`${service.base}/health/live`);
  if (alive.status !== 200) findings.violation(`database ${what}: /health/live fails`);
  const ready = await fetch(`${service.base}/health/ready`, {
    signal: AbortSignal.timeout(SWALLOWED * timeFactor),
  }).catch(() => ({ status: 0 }));
  if (ready.status !== 503) findings.violation(`database ${what}: /health/ready answers ${ready.status}`);
  for (const answer of await Promise.all(asked))
    judged(context, answer, `a database that is ${what}`, { allowed: [503], within });
  await proxy.restore();
  await back(context, `a database that was ${what}`);
}

async function back({ findings, client, path, timeFactor, service }, what) {
  const from = performance.now();
  const answered = await eventually(async () => (await client.get(path('floors'))).status === 200, 20_000, 20);
  const took = performance.now() - from;
  findings.count('returns');
  if (!answered || took > BACK * timeFactor)
    findings.violation(`${what}: no success within ${BACK} ms of recovery`, { detail: `${Math.round(took)} ms` });
  if (!service.isRunning) findings.violation(`${what}: the process ended`, { detail: service.output.slice(-500) });
}

/** A request that needs a locked table waits, and gets its 503 in time; others are not held up. */
async function locked(context) {
  const { deployment, client, path, findings, timeFactor } = context;
  const locker = new pg.Client({ connectionString: deployment.url });
  locker.on('error', () => undefined);
  await locker.connect();
  await locker.query('begin; lock table catalog.floor in access exclusive mode');
  // each another question, which no kept answer can answer
  const waiting = times(60, (at) => client.get(path(`floors?per-page=${at + 1}`), { within: 40_000 }));
  const writing = times(20, (at) => client.post(path('floors'), floor(context, at), { within: 40_000 }));
  await sleep(300);
  for (let at = 0; at < 20; at++) {
    const answer = await client.get(path(at % 2 ? 'buildings' : 'pricing'));
    judged(context, answer, 'another table is locked', { allowed: [200], within: 1_000 });
    const written = await client.post(path('buildings'), { asset_id: context.fixtures.asset, name: `Locked ${at}` });
    judged(context, written, 'another table is locked, and this is a write', { allowed: [201], within: 1_000 });
  }
  for (const answer of (await Promise.all([waiting, writing])).flat())
    judged(context, answer, 'the table is locked', { allowed: [503], within: 12_000 });
  await locker.end();
  await back(context, 'a table that was locked');
  let open = [];
  const areClosed = async () => (open = await openTransactions(deployment)).length === 0;
  if (!(await eventually(areClosed, 5_000, 20)))
    findings.violation('transactions are left open', { detail: open.join('; ').slice(0, 500) });
  if (timeFactor > 0) findings.count('locked tables');
}

/** The last statements of sessions whose transaction is open. Jobs have such sessions too, but only for moments. */
async function openTransactions(deployment) {
  const sessions = await deployment.sql(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return sessions.map(({ query }) => query);
}

const floor = ({ fixtures }, at) => ({
  asset_id: fixtures.asset,
  name: `F${at}`,
  filter_label: 'F',
  filter_short_label: 'F',
  sort: at,
});
