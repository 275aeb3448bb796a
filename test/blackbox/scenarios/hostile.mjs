import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { each } from '../support/async.mjs';
import { FLAGS } from '../../support/contract.mjs';
import { OPERATIONS } from '../support/operations.mjs';
import { requestOf, send } from '../support/http.mjs';
import { faultsOf } from '../support/invariants.mjs';
import { bodiesOf, encoded, requestsOf } from '../support/requests.mjs';
import { changesOf, stateOf } from '../support/state.mjs';
import { Fixtures } from '../support/fixtures.mjs';

const SHORT = 20_000;
const LONG = 500_000;
const LANES = 12;
/** Requests that were refused, sent again to see that they change nothing. */
const REFUSED = 600;
const ECHOES = 6;

/** Generated requests to every operation: no 500, nothing leaked, nothing changed by a rejected request. */
export async function hostile(deployment, findings, { seed, short, rounds, operations: named = /./ }) {
  const fixtures = await Fixtures.find(deployment, deployment.isForeign ? undefined : 'First');
  const context = { deployment, findings, fixtures, key: deployment.keys.all, refused: [], asked: 0, seed };
  const operations = OPERATIONS.filter(
    ({ id, api, method }) =>
      named.test(id) && deployment.apis.includes(api) && (!deployment.isForeign || method === 'GET'),
  );
  context.spares = await sparesOf(fixtures, operations);
  const runs = Math.ceil((rounds ?? (short ? SHORT : LONG)) / operations.length);

  await each(operations, LANES, (operation, at) => attack(context, operation, { runs, seed: seed + at }));
  if (!deployment.isForeign) {
    await refusedChangedNothing(context);
    await each(operations.filter(isWrite), 1, (operation, at) => echo(context, operation, seed + at));
    await tags(context);
    await traces(context);
  }
}

const canBeViewed = (path) =>
  OPERATIONS.some((each) => each.method === 'GET' && (each.path === path || each.path.startsWith(`${path}/{`)));
const isWrite = ({ method, returns, path }) =>
  (method === 'PUT' || method === 'POST') && returns === 'resource' && canBeViewed(path);

/** Ids for what deletes: others than those that everything else needs. */
async function sparesOf(fixtures, operations) {
  const spares = new Map();
  for (const { api, path, method } of operations)
    if (method === 'DELETE' && !path.endsWith('{transaction}'))
      spares.set(
        path,
        (await fixtures.list(api, path)).slice(1).map(({ id }) => id),
      );
  return spares;
}

async function attack(context, operation, { runs, seed }) {
  const { deployment, findings, key } = context;
  const bases = deployment.bases(operation.api);
  const requests = requestsOf(operation, context.fixtures, key);
  let turn = 0;
  let last;
  const property = fc.asyncProperty(requests, async (made) => {
    const request = withSpare(context, operation, made.request(), turn);
    const base = bases[turn++ % bases.length];
    const answer = await send(base, request);
    findings.count('requests');
    findings.count(`${String(answer.status)[0]}xx`);
    if (++context.asked % 300 === 0) await keepOpen(context);
    remember(context, request, answer, base);
    const faults = faultsOf(request, answer, { operation, base, secrets: [key] });
    if (faults.length === 0) return;
    last = { request, base, faults };
    throw new Error(faults[0]);
  });
  const result = await fc.check(property, { numRuns: runs, seed, endOnFailure: false, maxSkipsPerRun: 1 });
  if (!result.failed || !last) return;
  const detail = `run ${result.numRuns} of seed ${result.seed}, after ${result.numShrinks} reductions`;
  findings.violation(`${operation.id}: ${last.faults[0]}`, { request: last.request, base: last.base, detail });
}

function withSpare({ spares, fixtures }, operation, request, turn) {
  const ids = spares.get(operation.path);
  if (!ids || operation.method !== 'DELETE') return request;
  const own = fixtures.path(operation.api, operation.path);
  return { ...request, path: request.path.replace(own, own.replace(/\d+$/, ids[turn % ids.length])) };
}

/** Requests of the right form have committed or aborted the open transaction: another one takes its place. */
async function keepOpen({ fixtures, deployment }) {
  if (deployment.isForeign) return;
  for (const key of [...fixtures.ids.keys()].filter((each) => each.endsWith('{transaction}')))
    fixtures.ids.set(key, await fixtures.openTransaction(key.replace('main ', '')));
}

function remember({ refused }, request, { status }, base) {
  if (status < 400 || status > 499 || ['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return;
  if (refused.length < REFUSED) refused.push({ request, base });
  else if (Math.random() < 0.02) refused[Math.floor(Math.random() * REFUSED)] = { request, base };
}

/** Requests answered with 4xx changed no row and no file. A change counts if a single request causes it repeatedly. */
async function refusedChangedNothing(context) {
  const { findings } = context;
  let { refused } = context;
  for (let tries = 0; tries < 5 && refused.length > 0; tries++) {
    const { changed, still } = await changesBy(context, refused);
    if (changed.length === 0) return;
    if (still.length < refused.length) refused = still; // the others are accepted now, so their changes are legitimate
    else {
      const cause = await smallestOf(context, refused);
      const again = cause && (await changesBy(context, [cause])).changed;
      if (again?.length > 0) return findings.violation(`a refused request changed ${again.join(', ')}`, cause);
    }
  }
}

async function smallestOf(context, refused) {
  let left = refused;
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    left = (await changesBy(context, half)).changed.length > 0 ? half : left.slice(half.length);
  }
  return left[0];
}

/** What differs after the requests, and which of them are still rejected. */
async function changesBy({ deployment, findings }, some) {
  const before = await settled(deployment);
  const still = [];
  await each(some, LANES, async (one) => {
    const { status } = await send(one.base, one.request);
    findings.count('refused again');
    if (status >= 400 && status < 500) still.push(one);
  });
  return { changed: changesOf(before, await stateOf(deployment)), still };
}

/** The state after the jobs that earlier requests started have finished. */
async function settled(deployment) {
  let state = await stateOf(deployment);
  for (let tries = 0; tries < 20; tries++) {
    await sleep(700);
    const next = await stateOf(deployment);
    if (changesOf(state, next).length === 0) return next;
    state = next;
  }
  return state;
}

/** What another replica shows after a write is what the write answered, and what was sent. */
async function echo({ deployment, findings, fixtures, key, seed }, operation, offset) {
  const samples = fc.sample(bodiesOf(operation, fixtures), { numRuns: ECHOES, seed: seed + offset });
  for (const body of samples) {
    const { type, bytes } = encoded(body);
    const bases = deployment.bases(operation.api);
    const headers = { ...(type && { 'Content-Type': type }) };
    const request = requestOf(operation.method, fixtures.path(operation.api, operation.path), {
      key,
      flags: FLAGS,
      raw: bytes,
      headers,
    });
    const answer = await send(bases[0], request);
    findings.count('written');
    if (answer.status >= 300 || !answer.body?.id) continue;
    findings.count('read again');
    const path = answer.headers.location ? new URL(answer.headers.location).pathname : request.path;
    const shown = await send(bases.at(-1), requestOf('GET', path, { key, flags: FLAGS }));
    const said = answer.text.replaceAll(bases[0], bases.at(-1));
    if (shown.text !== said)
      findings.violation(`${operation.id}: another replica shows something else than the response`, {
        request,
        base: bases[0],
        detail: `${said.slice(0, 300)} | ${shown.text.slice(0, 300)}`,
      });
    for (const [name, value] of Object.entries(typeof body.value === 'object' ? body.value : {}))
      if (name in answer.body && isWritable(name) && !same(answer.body[name], value))
        findings.violation(`${operation.id}: ${name} differs from what was written`, {
          request,
          base: bases[0],
          detail: `${JSON.stringify(value)} | ${JSON.stringify(answer.body[name])}`.slice(0, 300),
        });
  }
}

const isWritable = (name) => !/^(created_at|updated_at|id|uuid|map_id|unit_count)$|_url$|^url$|image$/.test(name);
const same = (a, b) =>
  typeof a === 'number' && typeof b === 'number'
    ? Math.abs(a - b) <= Math.abs(b) * 1e-6
    : JSON.stringify(a) === JSON.stringify(b) || typeof b === 'object' || b === 'ignored';

/** An ETag is of one content: two things have two, and after a change the old one is no longer good. */
async function tags({ deployment, findings, fixtures, key }) {
  const ask = (path, more) => send(deployment.bases()[0], requestOf('GET', path, { key, flags: FLAGS, headers: more }));
  const floor = fixtures.path('main', '/v1/assets/{asset}/multifamily/floors/{floor}');
  const building = fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings/{building}');
  const [one, other] = [await ask(floor), await ask(building)];
  const request = requestOf('GET', floor, { key, headers: { 'If-None-Match': one.headers.etag } });
  if (one.headers.etag === other.headers.etag) findings.violation('two resources share an ETag', { request });
  if ((await ask(floor, { 'If-None-Match': one.headers.etag })).status !== 304)
    findings.violation('no 304 to the current ETag', { request });
  await fixtures.clients.main.put(floor, {
    id: one.body.id,
    asset_id: fixtures.asset,
    name: `${one.body.name.slice(0, 9)} ${Date.now()}`,
  });
  if ((await ask(floor, { 'If-None-Match': one.headers.etag })).status !== 200)
    findings.violation('304 to an outdated ETag', { request });
  if ((await ask(floor, { 'If-None-Match': other.headers.etag })).status !== 200)
    findings.violation('304 to the ETag of another resource', { request });
}

/** Keys and tenants stand in no log, no metric and no table; one event is one line of the log. */
async function traces({ deployment, findings, key }) {
  for (const service of deployment.services) {
    if (!service.isRunning) findings.violation('a service has ended', { detail: service.output.slice(-1000) });
    if (service.leaks.length > 0)
      findings.violation('the log contains a key', { detail: service.leaks[0].slice(0, 500) });
    if (service.forged.length > 0)
      findings.violation('the log contains a forged line', { detail: service.forged[0].slice(0, 500) });
    const request = { method: 'GET', path: '/metrics', headers: [] };
    const { text } = await send(service.base, request);
    const leaked = [key, key.slice(4, 30), '/v1/assets/1', 'evil.example', '"all"', '__proto__'].find((word) =>
      text.includes(word),
    );
    if (leaked)
      findings.violation(`metrics show ${leaked === key ? 'a key' : leaked}`, { request, base: service.base });
    if (text.split('\n').length > 20_000)
      findings.violation('metrics grow with what clients send', { request, base: service.base });
  }
  const tables = await deployment.sql(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  for (const { name } of tables) {
    const [{ n }] = await deployment.sql(
      `select count(*)::int as n from ${name} it where position($1 in it::text) > 0`,
      [key],
    );
    if (n > 0) findings.violation(`a table contains a key: ${name}`);
  }
}
