import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { times } from '../support/async.mjs';
import { isLinearizable, register, shown, smallest, transactions } from '../support/linear.mjs';
import { abortOpen, FEEDS, feedsOf, contextOf, transactionOf, UNITS, unitsOf } from '../support/context.mjs';
import { Fixtures } from '../support/fixtures.mjs';

/** Clients over two replicas, each seeing what it sees: is there one order in which it all can have happened? */
export async function races(deployment, findings, options) {
  const { short, rounds } = options;
  const context = await contextOf(deployment, findings, options);
  const second = await Fixtures.find(deployment, 'Second');
  const others = await feedsOf(second);
  for (const feed of others) await abortOpen(context, feed);
  const feeds = [...context.feeds, ...others];

  const count = rounds ?? (short ? 60 : 5_000);
  await times(feeds.length, (lane) =>
    repeat(Math.ceil(count / feeds.length), (at) => opens(context, feeds[lane], [2, 5, 20, 50][at % 4])),
  );
  await repeat(short ? 6 : 200, () => registers(context));
  await repeat(short ? 12 : 400, (at) => stateMachine(context, feeds[at % 2]));
  await repeat(short ? 10 : 300, (at) => commitOrAbort(context, feeds[at % 2]));
  await repeat(short ? 5 : 100, (at) => duplicates(context, at));
  await repeat(short ? 10 : 200, (at) => crossing(context, at));
  await repeat(short ? 2 : 20, () => deadlock(context));
  await repeat(short ? 10 : 300, () => sameKey(context));
  await repeat(short ? 4 : 60, () => ifMatch(context));
  context.units = await unitsOf(second);
  await wholeSets(context, feeds.at(-1), short ? 25 : 400);
}

async function repeat(count, work) {
  for (let at = 0; at < count; at++) await work(at);
}

const entry = ({ unit_number }, price) => ({
  unit_number,
  provider_id: `P-${unit_number}`,
  price,
  available_on: '2027-01-01',
});

/** An answer that is a fault of ours is one, whatever the history. */
function heard({ findings }, answer, what) {
  findings.count('requests');
  if (answer.status === 0 || answer.status >= 500)
    findings.violation(`${what}: ${answer.status || answer.error}`, { detail: answer.text.slice(0, 200) });
  return answer;
}

/** Of several clients that open a transaction at once exactly one succeeds; the others learn which. */
async function opens(context, feed, number) {
  const { client, findings } = context;
  const path = `${feed}/ingest?commit=0`;
  const answers = await times(number, (at) =>
    client.post(path, at % 3 ? [entry(context.units[0], at)] : undefined, { at }),
  );
  answers.forEach((answer) => heard(context, answer, 'open'));
  const winners = answers.filter(({ status }) => status === 200 || status === 202);
  const named = new Set(answers.map(transactionOf));
  const request = { method: 'POST', path, headers: [['API-Key', client.key]] };
  findings.count('rounds of opens');
  if (winners.length !== 1)
    findings.violation(`${winners.length} of ${number} parallel opens got a transaction, not 1`, { request });
  if (named.size !== 1)
    findings.violation('the conflict names another transaction', {
      request,
      detail: [...named].join(),
    });
  for (const winner of winners)
    heard(context, await client.delete(`${feed}/transactions/${winner.body.transaction_id}`), 'abort');
}

/** Clients that ask in parallel; each records when it asked and what it got. */
async function play(context, clients, script) {
  const history = [];
  const note = async (entryOf, asking) => {
    const from = performance.now();
    const answer = await asking();
    const to = answer.status === 0 || answer.status >= 500 ? Infinity : performance.now();
    heard(context, answer, 'a client in a race');
    if (to !== Infinity || entryOf(answer).write !== undefined) history.push({ from, to, ...entryOf(answer) });
    return answer;
  };
  await times(clients, (at) => script(at, note));
  return history;
}

function judge({ findings }, history, model, what) {
  findings.count('histories');
  if (isLinearizable(history, model)) return;
  const least = smallest(history, model);
  findings.violation(`${what}: the history is not linearizable`, { detail: shown(least) });
}

/** One field, written and read by six clients on two replicas. */
async function registers(context) {
  const { client, units, random, fixtures } = context;
  const { id } = random.pick(units);
  const path = `${fixtures.path('main', UNITS)}/${id}`;
  const start = (await client.get(path)).body.area;
  let value = start;
  const history = await play(context, 6, async (who, note) => {
    for (let turn = 0; turn < 6; turn++) {
      const at = who + turn;
      if ((who + turn) % 3 === 0) {
        const area = ++value;
        await note(
          () => ({ write: area, at: at % 2 }),
          () => client.put(path, { id, asset_id: fixtures.asset, area }, { at }),
        );
      } else
        await note(
          ({ body }) => ({ read: body?.area, at: at % 2 }),
          () => client.get(path, { at }),
        );
    }
  });
  judge(context, history, register(start), 'a field of a unit');
}

/** One process, on which clients open, send, commit, abort and look at random. */
async function stateMachine(context, feed) {
  const { client, units, random, findings } = context;
  const start = (await client.get(`${feed}/units/${units[0].id}`)).body.price;
  const known = [];
  let price = 1000 + Math.floor(random.next() * 1e6) * 10;
  const history = await play(context, 5, async (who, note) => {
    for (let turn = 0; turn < 5; turn++) {
      const at = who + turn;
      const does =
        known.length === 0
          ? 'open'
          : random.pick(['open', 'open', 'send', 'commit', 'commit', 'abort', 'look', 'price']);
      const id = known.at(-1 - random.below(Math.min(2, known.length)));
      const path = `${feed}/transactions/${id}`;
      const noted = ({ status, body }) => ({ does, id, status, body, at: at % 2 });
      if (does === 'open') {
        const offered = ++price;
        const answer = await note(
          (answer) => ({
            does,
            id: transactionOf(answer),
            status: answer.status,
            body: { price: offered },
            at: at % 2,
          }),
          () => client.post(`${feed}/ingest`, [entry(units[0], offered)], { at }),
        );
        if (answer.status === 200) known.push(answer.body.transaction_id);
      } else if (does === 'send') await note(noted, () => client.post(`${path}/ingest`, [entry(units[1], 1)], { at }));
      else if (does === 'commit') await note(noted, () => client.post(`${path}/ingest?commit=1`, undefined, { at }));
      else if (does === 'abort') await note(noted, () => client.delete(path, { at }));
      else if (does === 'look') await note(noted, () => client.get(path, { at }));
      else await note(noted, () => client.get(`${feed}/units/${units[0].id}`, { at }));
    }
  });
  judge(context, history, { ...transactions, start: { ...transactions.start, price: start } }, 'a pricing process');
  if (known.length > 0) await client.delete(`${feed}/transactions/${known.at(-1)}`);
  findings.count('transactions', known.length);
}

/** Commits and aborts of one transaction at once: exactly one of them all does it, and what shows is what it said. */
async function commitOrAbort(context, feed) {
  const { client, units, random, findings } = context;
  const price = random.below(1e9);
  const { body } = await client.post(`${feed}/ingest`, [entry(units[0], price)]);
  const path = `${feed}/transactions/${body.transaction_id}`;
  const answers = await times(8, (at) =>
    at % 2 ? client.delete(path, { at: at >> 1 }) : client.post(`${path}/ingest?commit=1`, undefined, { at: at >> 1 }),
  );
  answers.forEach((answer) => heard(context, answer, 'commit or abort'));
  const winners = answers.flatMap(({ status }, at) => (status === 200 ? [at % 2 ? 'expired' : 'finished'] : []));
  const { status } = (await client.get(path)).body;
  const isShown = (await client.get(`${feed}/units/${units[0].id}`)).body.price === price;
  findings.count('commits against aborts');
  if (winners.length !== 1 || winners[0] !== status || isShown !== (status === 'finished'))
    findings.violation(
      `commits and aborts of one transaction: ${winners.join(', ')} answered, it is ${status}, its price ${isShown ? 'shows' : 'does not show'}`,
    );
}

/** Resources that must be unique, created by ten clients at once: one succeeds, the others get 409. */
async function duplicates(context, round) {
  const { client, fixtures, findings, units } = context;
  const base = fixtures.path('main', '/v1/assets/{asset}/multifamily');
  const name = `race-${round}-${context.random.below(1e9)}`;
  const address = {
    address_line1: '1',
    address_city: 'X',
    address_state: 'NY',
    address_country: 'USA',
    address_postal_code: '1',
  };
  const group = fixtures.ids.get('main /v1/assets/{asset}/multifamily/units/reference-groups/{group}');
  const feed = fixtures.path('main', `${FEEDS}/{process}`);
  const made = {
    'assets of one name and address': () => [
      'POST',
      '/v1/assets',
      { ...address, name, display_name: name, market: 'demo' },
    ],
    'references of one key': () => [
      'POST',
      `${base}/references`,
      { asset_id: fixtures.asset, name, key: name, value: name },
    ],
    'reference groups of one key': () => [
      'POST',
      `${base}/units/reference-groups`,
      { asset_id: fixtures.asset, name, key: name },
    ],
    'units of one provider id': (at) => [
      'PUT',
      `${feed}/units/${units[at].id}`,
      { id: units[at].id, provider_id: name },
    ],
    'units of one reference value': (at) => [
      'PUT',
      `${base}/units/reference-groups/${group}/references`,
      { data: [{ group_id: group, unit_id: units[at].id, value: name }] },
    ],
  };
  for (const [what, of] of Object.entries(made)) {
    const answers = await times(10, (at) => client.ask(...of(at).slice(0, 2), { body: of(at)[2], at }));
    answers.forEach((answer) => heard(context, answer, what));
    const count = (status) => answers.filter((answer) => answer.status === status).length;
    const winners = answers.filter(({ status }) => status < 300).length;
    findings.count('duplicates');
    if (winners !== 1 || count(409) !== 9)
      findings.violation(`${what}: ${winners} created at once, ${count(409)} refused with 409, not 1 and 9`, {
        request: {
          method: of(0)[0],
          path: of(0)[1],
          headers: [['API-Key', client.key]],
          body: JSON.stringify(of(0)[2]),
        },
      });
  }
}

/** Batches over the same things in opposite orders: none fails, and what is there afterwards is of one of them alone. */
async function crossing(context, round) {
  const { client, fixtures, findings, units } = context;
  const base = fixtures.path('main', '/v1/assets/{asset}/multifamily');
  const place = (template) => fixtures.ids.get(`main /v1/assets/{asset}/multifamily/${template}`);
  const group = place('units/reference-groups/{group}');
  const link = place('units/outbound-links/{outbound-link}');
  const kinds = {
    references: [
      `${base}/units/reference-groups/${group}/references`,
      (id, who) => ({ group_id: group, unit_id: id, value: `${who}-${round}-${id}` }),
      ({ value }) => value?.split('-')[0],
    ],
    urls: [
      `${base}/units/outbound-links/${link}/urls`,
      (id, who) => ({ unit_id: id, url: `https://${who}.example/${round}/${id}` }),
      ({ url }) => url?.split('.')[0],
    ],
  };
  for (const [what, [path, item, ownerOf]] of Object.entries(kinds)) {
    const answers = await times(8, (at) => {
      const data = units.map(({ id }) => item(id, `w${at}`));
      return client.put(path, { data: at % 2 ? data : data.reverse() }, { at: at >> 1 });
    });
    answers.forEach((answer) => heard(context, answer, `crossing batches of ${what}`));
    const refused = answers.filter(({ status }) => status !== 204);
    if (refused.length > 0)
      findings.violation(`crossing batches of ${what}: ${refused[0].status}`, {
        detail: refused[0].text.slice(0, 200),
      });
    const owners = new Set((await client.get(`${path}?per-page=1000`)).body.data.map(ownerOf));
    findings.count('crossing batches', 8);
    if (owners.size !== 1)
      findings.violation(`crossing batches of ${what} left a mix of both`, { detail: [...owners].join() });
  }
}

/** The database ends the request's transaction for a deadlock with another: the service tries again, and the client sees nothing of it. */
async function deadlock(context) {
  const { client, fixtures, deployment, findings, units } = context;
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/units/outbound-links/{outbound-link}/urls');
  const [one, other] = units.slice(0, 2).map(({ id }) => id);
  const rival = new pg.Client({ connectionString: deployment.superuserUrl }); // who may change deadlock_timeout
  rival.on('error', () => undefined);
  await rival.connect();
  const lock = (id) =>
    rival.query('select from catalog.unit where asset_id = $1 and id = $2 for update', [fixtures.asset, id]);
  await rival.query(`set deadlock_timeout = '30s'; begin`);
  await lock(other);
  const data = [one, other].map((id) => ({ unit_id: id, url: `https://deadlock.example/${id}` }));
  const asked = client.put(path, { data });
  await sleep(400); // the request has the first unit, and waits for the other
  await lock(one);
  await rival.query('commit');
  await rival.end();
  const { status, text } = heard(context, await asked, 'a deadlock');
  findings.count('deadlocks');
  const request = {
    method: 'PUT',
    path,
    headers: [
      ['API-Key', client.key],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify({ data }),
  };
  if (status !== 204)
    findings.violation(`a request in a deadlock is answered ${status}, not 204`, { request, detail: text });
}

/** One Idempotency-Key, sent many times at once over both replicas: one effect, and one answer for all who are answered. */
async function sameKey(context) {
  const { client, fixtures, deployment, findings, random } = context;
  const name = `once-${random.below(1e9)}-${random.below(1e9)}`;
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings');
  const headers = { 'Idempotency-Key': name };
  const body = { asset_id: fixtures.asset, name };
  const ask = (at) => client.post(path, body, { at, headers });
  const answers = [...(await times(10, ask)), await ask(0), await ask(1)];
  answers.forEach((answer) => heard(context, answer, 'one Idempotency-Key'));
  const [{ n }] = await deployment.sql(
    'select count(*)::int as n from catalog.building where asset_id = $1 and name = $2',
    [fixtures.asset, name],
  );
  const request = {
    method: 'POST',
    path,
    headers: [
      ['API-Key', client.key],
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', name],
    ],
    body: JSON.stringify(body),
  };
  findings.count('idempotency keys');
  if (n !== 1) findings.violation(`one Idempotency-Key created ${n} resources`, { request });
  const texts = new Set(answers.filter(({ status }) => status === 201).map(({ body: made }) => made.id));
  if (texts.size !== 1 || answers.at(-1).status !== 201)
    findings.violation('one Idempotency-Key has several answers', { request, detail: [...texts].join() });
  if (answers.some(({ status }) => ![201, 409].includes(status)))
    findings.violation('one Idempotency-Key: neither 201 nor 409', { request });
}

/** Clients that each add one to what they read, with If-Match: no addition is lost. */
async function ifMatch(context) {
  const { client, fixtures, findings, random, units } = context;
  const { id } = random.pick(units);
  const path = `${fixtures.path('main', UNITS)}/${id}`;
  const before = (await client.put(path, { id, asset_id: fixtures.asset, area: 0 })).body.area;
  let added = 0;
  await times(6, async (who) => {
    for (let turn = 0; turn < 5; turn++) {
      const read = await client.get(path, { at: who });
      const headers = { 'If-Match': read.headers.etag };
      const put = heard(
        context,
        await client.put(path, { id, asset_id: fixtures.asset, area: read.body.area + 1 }, { at: who + turn, headers }),
        'If-Match',
      );
      if (put.status === 200) added += 1;
      else if (put.status !== 412)
        findings.violation(`If-Match: ${put.status}, neither 200 nor 412`, { detail: put.text.slice(0, 200) });
    }
  });
  const { area } = (await client.get(path)).body;
  findings.count('If-Match', 30);
  if (area !== before + added || added === 0)
    findings.violation(`If-Match: ${added} additions were accepted, ${area - before} are stored`, {
      request: { method: 'PUT', path },
    });
}

/** A price of entries that stand for no unit. */
const OTHER_TERM = 1_000_000;

/**
 * Data sets are published one after the other; readers see one or the next, never parts of two. Of each unit's three entries
 * the one for a year stands for it.
 */
async function wholeSets(context, feed, sets) {
  const { client, units, findings } = context;
  const set = (price) =>
    units.flatMap((unit) => [
      { ...entry(unit, OTHER_TERM), lease_term: 24 },
      { ...entry(unit, price), lease_term: 12 },
      { ...entry(unit, OTHER_TERM), lease_term: 6 },
    ]);
  heard(context, await client.post(`${feed}/ingest?commit=1`, set(1)), 'publish');
  let publishing = true;
  const reading = times(3, async (at) => {
    let latest = 1;
    while (publishing)
      for (const list of ['entries', 'units']) {
        const path = `${feed}/${list}?per-page=1000`;
        const { body, status } = heard(context, await client.get(path, { at }), 'read while publishing');
        if (status !== 200) continue;
        const shown = body.data.flat().filter(({ lease_term: term = 12 }) => term === 12);
        const prices = [...new Set(shown.map(({ price }) => price))];
        const request = { method: 'GET', path, headers: [['API-Key', client.key]] };
        if (prices.includes(OTHER_TERM)) findings.violation('a unit shows the wrong entry', { request });
        else if (prices.length !== 1 || body.data.length !== units.length)
          findings.violation('a reader saw parts of two data sets', { request, detail: prices.join() });
        if (prices[0] < latest)
          findings.violation('a reader saw an older data set after a newer one', {
            request,
            detail: `${latest}, then ${prices[0]}`,
          });
        latest = prices[0];
        findings.count('reads of whole sets');
      }
  });
  for (let price = 2; price < sets + 2; price++)
    heard(context, await client.post(`${feed}/ingest?commit=1`, set(price), { at: price }), 'publish');
  publishing = false;
  await reading;
}
