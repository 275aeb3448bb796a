import { setTimeout as sleep } from 'node:timers/promises';
import { each, eventually } from '../support/async.mjs';
import { FLAGS, PERMISSIONS } from '../../support/contract.mjs';
import { methodsOf, OPERATIONS, UNDOCUMENTED } from '../support/operations.mjs';
import { requestOf, send } from '../support/http.mjs';
import { faultsOf } from '../support/invariants.mjs';
import { changesOf, stateOf } from '../support/state.mjs';
import { idsIn, NOWHERE, withField, Fixtures } from '../support/fixtures.mjs';

const BROKEN = '{"broken';

/** Every operation with every kind of key, on every replica; ids and lists of another account; revocation. */
export async function matrix(deployment, findings) {
  const [ours, theirs] = [await Fixtures.find(deployment, 'First'), await Fixtures.find(deployment, 'Second')];
  const context = { deployment, findings, ours, theirs };
  for (const { api, method, path } of UNDOCUMENTED) findings.violation(`not documented: ${api} ${method} ${path}`);
  const before = await stateOfAccount(deployment, theirs);

  await each(OPERATIONS, 8, (operation) => refusals(context, operation));
  await each(OPERATIONS, 8, (operation) => swaps(context, operation));
  await each(OPERATIONS, 4, (operation) => lists(context, operation));
  await each(pathsOf(OPERATIONS), 8, (path) => otherMethods(context, path));
  for (const operation of lastFirst(OPERATIONS)) await admitted(context, operation);
  const changed = changesOf(before, await stateOfAccount(deployment, theirs));
  if (changed.length > 0) findings.violation(`requests to one account changed another's ${changed.join(', ')}`);
  await changesOfKeys(context);
  for (const { leaks } of deployment.services)
    if (leaks.length > 0) findings.violation('the log contains a key', { detail: leaks[0] });
}

/** Whoever may not: the answer that the contract gives, before anything else of the request is looked at. */
async function refusals(context, operation) {
  const { keys } = context.deployment;
  const { permission, flag, pathParams, mediaTypes } = operation;
  const typo = keys.all.slice(0, -1) + (keys.all.endsWith('a') ? 'b' : 'a');
  const bad = { unknown: typo, revoked: keys.revoked, expired: keys.expired, prototype: '__proto__', short: 'pms_' };
  const nowhere = Object.fromEntries(pathParams.map((name) => [name, NOWHERE]));
  const broken = mediaTypes.length > 0 ? { raw: BROKEN, type: mediaTypes[0] } : {};

  await cell(context, operation, 'no key', { key: null }, 401);
  await cell(context, operation, 'an empty key', { key: '' }, 401);
  await cell(
    context,
    operation,
    'no key, and nothing else right',
    { key: null, flags: null, replaced: nowhere, ...broken },
    401,
  );
  for (const [name, key] of Object.entries(bad))
    await cell(
      context,
      operation,
      `a key that is ${name}`,
      { key },
      403,
      /credentials are|Invalid authentication credentials/,
    );
  await cell(
    context,
    operation,
    'a bad key, and nothing else right',
    { key: typo, flags: null, replaced: nowhere, ...broken },
    403,
    /Invalid/,
  );
  if (permission) {
    const key = keys[`all but ${permission}`];
    if (key) {
      await cell(context, operation, 'a key without the permission', { key }, 403, permission);
      await cell(
        context,
        operation,
        'a key without the permission, and nothing else right',
        { key, flags: null, replaced: nowhere, ...broken },
        403,
        permission,
      );
    }
  }
  if (flag)
    for (const flags of [null, '', flag.toUpperCase(), `${flag}x`]) {
      await cell(context, operation, `the flags ${flags}`, { flags }, 400, flag);
      await cell(
        context,
        operation,
        `the flags ${flags} at a path that is not there`,
        { flags, replaced: nowhere, ...broken },
        400,
        flag,
      );
    }
  if (mediaTypes.length > 0)
    await cell(context, operation, 'a body of another type', { raw: 'x', type: 'text/plain' }, 415);
  if (pathParams.length === 0) return;
  await cell(context, operation, 'a key of another account', { key: keys.second }, 404);
  for (const name of pathParams)
    await cell(context, operation, `an unknown ${name}`, { replaced: { [name]: NOWHERE }, ...broken }, 404);
}

/** Ids of another account in the path, with a key that sees both, and in the body. */
async function swaps(context, operation) {
  const { ours, theirs, deployment } = context;
  const { api, path, pathParams, mediaTypes } = operation;
  if (pathParams.length > 1)
    for (const name of pathParams) {
      const place = `${api} ${path.slice(0, path.indexOf(`{${name}}`) + name.length + 2)}`;
      await cell(
        context,
        operation,
        `${name} of another account`,
        { replaced: { [name]: theirs.ids.get(place) } },
        404,
      );
      context.findings.count('swaps');
    }
  if (!mediaTypes.includes('application/json') || operation.id === 'create-asset') return;
  const { value } = ours.body(operation);
  for (const field of idsIn(value)) {
    const name = field.split('.').at(-1);
    const raw = JSON.stringify(withField(value, field, theirs.idFor(name, api, path)));
    const { first, all } = deployment.keys;
    await cell(context, operation, `${field} of another account`, { key: first, raw, type: 'application/json' }, 422);
    if (path.startsWith('/v1/accounts') && name === 'asset_id') continue; // who sees both may assign one's to the other
    await cell(
      context,
      operation,
      `${field} of another account, seen`,
      { key: all, raw, type: 'application/json' },
      422,
    );
  }
}

const NAMES_IDS = ['asset', 'unit', 'building', 'floor', 'floor-plan', 'map', 'group'];

async function lists(context, operation) {
  const { ours, theirs, deployment, findings } = context;
  const { api, path, query } = operation;
  if (operation.returns !== 'list') return;
  const ask = async (more, base) => {
    const sent = [operation.needs, 'per-page=1000', more].filter(Boolean).join('&');
    const request = requestOf('GET', `${ours.path(api, path)}?${sent}`, { key: deployment.keys.first, flags: FLAGS });
    const answer = await send(base, request);
    findings.count('requests');
    return { request, data: answer.body?.data ?? [] };
  };
  for (const base of deployment.bases(api)) {
    const { request, data } = await ask('', base);
    const text = JSON.stringify(data);
    for (const [name, own] of [
      ['asset_id', theirs.asset],
      ['account_id', theirs.account],
    ])
      if (text.includes(`"${name}":"${own}"`))
        findings.violation(`${operation.id} lists resources of another account`, { request, base });
    const own = { '/v1/assets': theirs.asset, '/v1/accounts': theirs.account }[path];
    if (own && data.some(({ id }) => id === own))
      findings.violation(`${operation.id} lists another account`, { request, base });
    for (const { name } of query.filter((each) => NAMES_IDS.includes(each.name))) {
      const foreign = theirs.idFor(`${name.replaceAll('-', '_')}_id`, api, path);
      const filtered = await ask(`${name}=${foreign}`, base);
      if (filtered.data.length > 0)
        findings.violation(`${operation.id}?${name}= of another account matches`, {
          request: filtered.request,
          base,
        });
    }
  }
}

/** The right key, with the permission and the account that it takes and no more. */
async function admitted(context, operation) {
  const { deployment, ours, findings } = context;
  const { api, path, permission, method, flag } = operation;
  const key = deployment.keys[`only ${permission ?? PERMISSIONS[0]}`];
  for (const base of deployment.bases(api)) {
    const last = operation.pathParams.at(-1);
    const replaced = method === 'DELETE' ? { [last]: await ours.spare(api, path) } : {};
    let query = operation.needs;
    let body = ours.body(operation);
    if (operation.id === 'open-pricing-transaction-and-send-data') {
      query = 'commit=1'; // on the process without an open transaction
      replaced.process = (await ours.list(api, path.replace('/ingest', ''))).at(-1).id;
    }
    if (operation.id === 'restore-publication') {
      const process = path.replace('/publications/{publication}/restore', '');
      replaced.process = (await ours.list(api, process)).at(-1).id; // as above
      replaced.publication = await ours.publish(ours.path(api, process, replaced));
    }
    if (operation.id === 'unassign-assets-from-account')
      await ours.clients.main.put(ours.path(api, path.replace('/remove', '')), {
        data: [{ account_id: ours.account, asset_id: await spareAsset(ours) }],
      });
    if (path.startsWith('/v1/accounts/{account}/assets') && body)
      body = {
        ...body,
        raw: JSON.stringify({ data: [{ account_id: ours.account, asset_id: await spareAsset(ours) }] }),
      };
    const request = requestOf(method, `${ours.path(api, path, replaced)}?${query}`, {
      key,
      flags: flag,
      raw: body?.raw,
      headers: body ? { 'Content-Type': body.type } : {},
    });
    const answer = await send(base, request);
    findings.count('requests');
    findings.count('cells');
    if (answer.status !== operation.success)
      findings.violation(`${operation.id}: ${answer.status} with the right key, not ${operation.success}`, {
        request,
        base,
        detail: answer.text.slice(0, 300),
      });
    for (const fault of faultsOf(request, answer, { operation, base, secrets: [key] }))
      findings.violation(`${operation.id}: ${fault}`, { request, base });
    if (answer.status === 201 && operation.returns === 'resource') {
      const view = requestOf('GET', new URL(answer.headers.location).pathname, {
        key: deployment.keys.first,
        flags: FLAGS,
      });
      const other = deployment.bases(api).at(-1);
      const shown = await send(other, view);
      if (shown.text.replaceAll(other, base) !== answer.text)
        findings.violation(`${operation.id}: another replica does not show what was created`, {
          request: view,
          base: other,
        });
    }
  }
}

async function spareAsset(fixtures) {
  const { body } = await fixtures.clients.main.get('/v1/assets');
  return body.data.find(({ name }) => name === 'Spare').id;
}

/** Takes a thing away only when all others have been asked for it. */
const lastFirst = (operations) =>
  [...operations].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));

const pathsOf = (operations) => [
  ...new Map(operations.map((operation) => [`${operation.api} ${operation.path}`, operation])).values(),
];

async function otherMethods({ deployment, findings, ours }, { api, path }) {
  const taken = methodsOf(api, path);
  for (const method of ['PATCH', 'POST', 'PUT', 'DELETE'].filter((each) => !taken.includes(each))) {
    const request = requestOf(method, ours.path(api, path), { key: deployment.keys.all, flags: FLAGS });
    const [base] = deployment.bases(api);
    const answer = await send(base, request);
    findings.count('requests');
    if (answer.status !== 405) findings.violation(`${method} ${path}: ${answer.status}, not 405`, { request, base });
    for (const fault of faultsOf(request, answer)) findings.violation(`${method} ${path}: ${fault}`, { request, base });
  }
}

/** One cell of the matrix, on every replica. @param said what the message must say */
async function cell(
  { deployment, findings, ours },
  operation,
  what,
  { key = deployment.keys.all, flags = operation.flag, replaced = {}, raw, type },
  status,
  said,
) {
  const { api, path, method, needs } = operation;
  const body = raw === undefined ? ours.body(operation) : { raw, type };
  const headers = body ? { 'Content-Type': body.type } : {};
  const request = requestOf(method, `${ours.path(api, path, replaced)}${needs && `?${needs}`}`, {
    key,
    flags,
    raw: body?.raw,
    headers,
  });
  for (const base of deployment.bases(api)) {
    const answer = await send(base, request);
    findings.count('requests');
    findings.count('cells');
    const isExplained =
      said === undefined ||
      (typeof said === 'string' ? answer.body?.message?.includes(said) : said.test(answer.body?.message));
    if (answer.status !== status || !isExplained)
      findings.violation(`${operation.id} with ${what}: ${answer.status}, not ${status}`, {
        request,
        base,
        detail: answer.text.slice(0, 300),
      });
    for (const fault of faultsOf(request, answer, {
      operation,
      base,
      secrets: key ? [key].filter((each) => each.length > 9) : [],
    }))
      findings.violation(`${operation.id} with ${what}: ${fault}`, { request, base });
  }
}

/** All that is stored of an account and its asset. */
function stateOfAccount({ sql, pool }, { account, asset }) {
  return stateOf({ sql, pool }, (columns) => {
    if (columns.includes('asset_id')) return `where asset_id = ${asset}`;
    return columns.includes('account_id') ? `where account_id = ${account}` : undefined;
  });
}

const WITHIN_MS = 5_000;

/** A key that is revoked, or may do less, is refused on every replica within five seconds. */
async function changesOfKeys({ deployment, findings, ours }) {
  const path = ours.path('main', '/v1/assets/{asset}/multifamily/units');
  const permission = 'service.units.read';
  const change = async (name, sql, wanted) => {
    const key = deployment.keys[name];
    const ask = (base) => send(base, requestOf('GET', path, { key, flags: FLAGS }));
    for (const base of deployment.bases())
      if ((await ask(base)).status !== 200) findings.violation(`the key "${name}" is refused before it is changed`);
    await deployment.sql(sql, [deployment.environment.keyIds[name]]);
    const from = performance.now();
    const done = await eventually(
      async () => (await Promise.all(deployment.bases().map(ask))).every(({ status }) => status === wanted),
      WITHIN_MS + 1_000,
      50,
    );
    findings.count('changed keys');
    if (!done || performance.now() - from > WITHIN_MS)
      findings.violation(`${name}: still accepted ${WITHIN_MS} ms after it was changed`, {
        request: requestOf('GET', path, { key }),
      });
  };
  await sleep(0);
  await change('first', 'update platform.api_key set revoked_at = now() where id = $1', 403);
  await change(
    `only ${permission}`,
    `update platform.api_key set permissions = '{service.floors.read}' where id = $1`,
    403,
  );
}
