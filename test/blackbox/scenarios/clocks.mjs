import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, times } from '../support/async.mjs';
import { contextOf } from '../support/context.mjs';

const LIFETIME = 30 * 60;
const MINUTES_APART = 10;

/** Replicas whose own clocks are ten minutes early and ten minutes late. */
export const SHIFTED = [-MINUTES_APART, MINUTES_APART].map((minutes) => {
  const file = new URL('../support/shift.mjs', import.meta.url);
  file.searchParams.set('ms', minutes * 60_000);
  return [file.href];
});

/** Expiry goes by one clock, the database's; whoever commits at that moment has committed, or has not. */
export async function clocks(deployment, findings, options) {
  const { short, rounds } = options;
  const context = await contextOf(deployment, findings, options);
  await deployment.sql(
    'create table public.trust_offset (seconds double precision); insert into public.trust_offset values (0)',
  );
  await deployment.sql(`create or replace function platform.now() returns timestamptz language sql volatile parallel safe
    as 'select clock_timestamp() + (select seconds from public.trust_offset) * interval ''1 second'''`);

  for (let round = 0; round < (short ? 3 : 50); round++) await lifetime(context, context.feeds[round % 2], round);
  await keyExpires(context);
  const count = rounds ?? (short ? 60 : 2_000);
  await times(context.feeds.length, async (lane) => {
    for (let round = 0; round < count / context.feeds.length; round++)
      await commitAgainstExpiry(context, context.feeds[lane], context.units[lane], round);
  });
}

const move = ({ deployment }, seconds) => deployment.sql('update public.trust_offset set seconds = $1', [seconds]);
const entry = ({ unit_number }, price) => ({
  unit_number,
  provider_id: `C-${unit_number}`,
  price,
  available_on: '2027-01-01',
});

/** One lifetime, as both replicas see it, second by second at its end. */
async function lifetime(context, feed, round) {
  const { client, findings, units } = context;
  await move(context, 0);
  const opened = await client.post(`${feed}/ingest`, [entry(units[0], 7_000 + round)], { at: round });
  const path = `${feed}/transactions/${opened.body.transaction_id}`;
  const fault = (what, detail) =>
    findings.violation(what, { request: { method: 'GET', path, headers: [['API-Key', client.key]] }, detail });
  const views = () => times(2, async (at) => (await client.get(path, { at })).body);
  findings.count('lifetimes');
  for (const view of [opened.body, ...(await views())])
    if (Math.abs(view.expires_in - LIFETIME) > 2)
      fault('a transaction does not live for 30 minutes', `${view.expires_in} s`);
  const [first] = await views();
  if (Math.abs(Date.parse(first.created_at) - Date.now()) > 3_000)
    fault('created_at is read from the clock of a replica', first.created_at);
  const late = (performance.now() - performance.now()) / 1000;
  await move(context, LIFETIME - 2 - late);
  if ((await views()).some(({ status }) => status !== 'pending'))
    fault('a transaction expires more than a second early');
  const sent = await client.post(`${path}/ingest`, [entry(units[1], 1)], { at: round + 1 });
  if (sent.status !== 200 && sent.ms < 500)
    fault('a transaction accepts nothing two seconds before it expires', `${sent.status}`);
  await move(context, LIFETIME + 1);
  for (const { status, expires_in, ended_at } of await views())
    if (status !== 'expired' || expires_in !== null || !ended_at)
      fault('a transaction is open a second after it expired', `${status}, ${expires_in}`);
  const answers = [
    await client.post(`${path}/ingest?commit=1`, undefined, { at: round }),
    await client.post(`${path}/ingest`, [entry(units[1], 1)], { at: round + 1 }),
    await client.delete(path),
  ];
  if (answers.some(({ status }) => status !== 409))
    fault('an expired transaction accepts entries', answers.map(({ status }) => status).join());
  const next = await client.post(`${feed}/ingest`, undefined, { at: round });
  if (next.status !== 202) fault('an expired transaction blocks the next', `${next.status}`);
  await client.delete(`${feed}/transactions/${next.body.transaction_id}`);
  await move(context, 0);
}

async function keyExpires({ deployment, findings, client, fixtures, timeFactor }) {
  const [{ until }] = await deployment.sql(
    `update platform.api_key set expires_at = clock_timestamp() + interval '2 seconds' where id = $1 returning extract(epoch from expires_at) * 1000 as until`,
    [deployment.environment.keyIds.second],
  );
  const ask = (at) => client.get('/v1/assets', { at, key: deployment.keys.second });
  const early = await times(2, ask);
  if (Date.now() < until - 300 && early.some(({ status }) => status !== 200))
    findings.violation('a key is refused before it expires');
  const gone = await eventually(async () => (await times(2, ask)).every(({ status }) => status === 403), 12_000, 20);
  if (!gone || Date.now() - until > 1_000 * timeFactor)
    findings.violation('a key is accepted more than a second after it expired');
  findings.count('keys that expire');
  return fixtures;
}

/** Commits at the very moment of expiry, while another one opens: one outcome, for all who look. */
async function commitAgainstExpiry({ deployment, client, findings, random }, feed, unit, round) {
  const price = 10_000 + random.below(1e9);
  const { body } = await client.post(`${feed}/ingest`, [entry(unit, price)], { at: round });
  if (!body?.transaction_id) return findings.violation('a transaction cannot be opened');
  const path = `${feed}/transactions/${body.transaction_id}`;
  const lives = random.below(40);
  await deployment.sql(
    "update pricing.transaction set expires_at = clock_timestamp() + $1 * interval '1 ms' where id = $2",
    [lives, body.transaction_id],
  );
  const [commit, rival] = await Promise.all([
    sleep(random.below(50)).then(() => client.post(`${path}/ingest?commit=1`, undefined, { at: round })),
    sleep(random.below(50)).then(() => client.post(`${feed}/ingest`, undefined, { at: round + 1 })),
  ]);
  await sleep(45);
  const views = await times(2, async (at) => (await client.get(path, { at })).body.status);
  const isShown = (await client.get(`${feed}/units/${unit.id}`)).body.price === price;
  const outcome = `commit ${commit.status}, then ${views.join()}, its price ${isShown ? 'shows' : 'does not show'}`;
  findings.count('commits against expiry');
  findings.count(commit.status === 200 ? 'committed' : 'expired');
  const expected = commit.status === 200 ? ['finished', true] : ['expired', false];
  if (![200, 409].includes(commit.status) || views.some((status) => status !== expected[0]) || isShown !== expected[1])
    findings.violation('a commit at the moment of expiry has two outcomes', {
      detail: outcome,
      request: { method: 'POST', path: `${path}/ingest?commit=1`, headers: [['API-Key', client.key]] },
    });
  if (rival.status === 202) await client.delete(`${feed}/transactions/${rival.body.transaction_id}`);
}
