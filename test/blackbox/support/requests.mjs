import fc from 'fast-check';
import { methodsOf, resolved } from './operations.mjs';
import { valuesOf } from './generate.mjs';
import { BYTES, HEADERS, IDS, KEYS, METHODS, QUERY_NAMES, QUERY_VALUES, VALUES } from './hostile-values.mjs';
import { formOf, isId } from './fixtures.mjs';

const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

const inBody = [
  fc.record({ kind: fc.constant('taint'), at: fc.nat(20), pick: fc.nat(20) }),
  fc.record({ kind: fc.constant('replace'), at: fc.nat(40), value: hostile }),
  fc.record({ kind: fc.constant('drop'), at: fc.nat(40) }),
  fc.record({ kind: fc.constant('add'), key: fc.constantFrom(...KEYS), value: hostile }),
  fc.record({ kind: fc.constant('bytes'), how: fc.constantFrom(...Object.keys(BYTES)) }),
];
const inHead = [
  fc.record({ kind: fc.constant('id'), at: fc.nat(3), id: fc.constantFrom(...IDS) }),
  fc.record({
    kind: fc.constant('query'),
    name: fc.constantFrom(...QUERY_NAMES),
    value: fc.constantFrom(...QUERY_VALUES),
  }),
  fc.record({ kind: fc.constant('header'), header: fc.constantFrom(...HEADERS) }),
  fc.record({ kind: fc.constant('key in the query') }),
];
const method = fc.record({ kind: fc.constant('method'), method: fc.constantFrom(...METHODS) });

/** Requests of an operation: valid by its schema, then changed in up to three places. */
export function requestsOf(operation, fixtures, key) {
  const hasBody = operation.mediaTypes.length > 0;
  const changes = fc.array(
    fc.oneof(
      ...(hasBody ? inBody.map((arbitrary) => ({ weight: 3, arbitrary })) : []),
      ...inHead.map((arbitrary) => ({ weight: 2, arbitrary })),
      { weight: 1, arbitrary: method },
    ),
    { maxLength: 3 },
  );
  return fc.record({ body: bodiesOf(operation, fixtures), changes }).map(({ body, changes }) => {
    const request = () => build(operation, fixtures, key, body, changes);
    return { request, toString: () => JSON.stringify({ body: body?.value, changes })?.slice(0, 400) };
  });
}

/** Bodies that the schema allows. */
export function bodiesOf({ api, path, content }, fixtures) {
  const options = Object.entries(content).map(([type, { schema, encoding }]) => {
    const idFor = (name) => fixtures.idFor(name, api, path);
    if (type === 'application/json') return valuesOf(api, schema, idFor).map((value) => ({ type, value }));
    return valuesOf(api, schema, idFor).map((value) => ({
      type,
      value,
      form: { schema: resolved(api, schema), encoding },
    }));
  });
  return options.length === 0 ? fc.constant(undefined) : fc.oneof(...options);
}

export function encoded(body) {
  if (!body) return { type: undefined, bytes: undefined };
  if (!body.form) return { type: body.type, bytes: Buffer.from(JSON.stringify(body.value) ?? '') };
  const { type, raw } = formOf(body.value, body.form.schema, body.form.encoding);
  return { type, bytes: raw };
}

/** @returns a Request; `strayed` when it may be of another operation than it was made for */
function build(operation, fixtures, key, body, changes) {
  const replaced = {};
  const query = [operation.needs].filter(Boolean);
  let sent = body;
  let headers = [['API-Key', key], ...(operation.flag ? [['Experimental-Flags', operation.flag]] : [])];
  let { method } = operation;
  let strayed = false;
  const bytes = [];
  for (const change of changes) {
    if (['replace', 'drop', 'add', 'taint'].includes(change.kind))
      sent = sent && { ...sent, value: changed(sent.value, change) };
    if (change.kind === 'bytes') bytes.push(BYTES[change.how]);
    if (change.kind === 'id' && operation.pathParams.length > 0) {
      replaced[operation.pathParams[change.at % operation.pathParams.length]] = change.id;
      if (!/^[\w+-]+$/.test(change.id)) strayed = true;
    }
    if (change.kind === 'query') query.push(`${change.name}=${change.value}`);
    if (change.kind === 'key in the query') {
      query.push(`api-key=${key}`);
      headers = headers.filter(([name]) => name !== 'API-Key');
    }
    // It would delete what the other requests are about.
    const deletes = change.method === 'DELETE' && methodsOf(operation.api, operation.path).includes('DELETE');
    if (change.kind === 'method' && !deletes) {
      method = change.method;
      strayed = true;
    }
    if (change.kind === 'header') {
      headers = [...headers.filter(([name]) => name !== change.header[0]), change.header];
      if (['Host', 'Expect'].includes(change.header[0])) strayed = true;
    }
  }
  const { type, bytes: plain } = encoded(sent);
  if (type && !headers.some(([name]) => name === 'Content-Type')) headers.push(['Content-Type', type]);
  const path = encodeURI(fixtures.path(operation.api, operation.path, replaced)).replaceAll('%25', '%');
  const final = plain && bytes.reduce((changed, change) => change(changed), plain);
  return { method, path: query.length > 0 ? `${path}?${query.join('&')}` : path, headers, body: final, strayed };
}

/** What stands at the edge of a value of the same kind: the rest of the body stays good. */
const TAINTS = {
  text: (text) => [`${text}\0`, `${text}\ud800`, text.padEnd(256, 'x'), text.padEnd(64, 'x'), ' '],
  date: () => ['2024-02-30', '2025-02-29', '2026-13-01', '0000-01-01', '2026-1-1', 'today', 'infinity', '20260101'],
  number: () => [2147483648, -2147483649, 2147483647, -1, 0.5, 1e20, 9007199254740992],
};

function taintsOf({ path, held }) {
  if (typeof held === 'number') return TAINTS.number();
  if (typeof held !== 'string' || isId(path.at(-1) ?? '')) return undefined;
  return /^\d{4}-\d\d-\d\d$/.test(held) ? TAINTS.date() : TAINTS.text(held);
}

/** The value with one of its parts replaced, dropped, added or tainted. */
function changed(value, change) {
  const places = placesOf(value);
  if (change.kind === 'taint') {
    const fit = places.filter(taintsOf);
    const place = fit[change.at % Math.max(1, fit.length)];
    const taints = place && taintsOf(place);
    return place ? at(value, place.path, taints[change.pick % taints.length]) : value;
  }
  if (change.kind === 'add') {
    const objects = places.filter(({ held }) => isObject(held));
    const owner = objects[change.key.length % Math.max(1, objects.length)];
    return owner ? at(value, owner.path, { [Symbol.for('add')]: [change.key, change.value] }) : value;
  }
  const place = places[change.at % places.length];
  return at(value, place.path, change.kind === 'drop' ? undefined : change.value);
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function placesOf(value, path = []) {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [{ path, held: value }, ...inside.slice(0, 40).flatMap(([name, held]) => placesOf(held, [...path, name]))];
}

/** A copy with something else at a path. `__proto__` becomes a field like others. */
function at(value, [name, ...rest], to) {
  if (name === undefined) {
    const added = isObject(to) && to[Symbol.for('add')];
    return added ? Object.fromEntries([...Object.entries(value), added]) : to;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (String(index) === name ? at(item, rest, to) : item));
    return items.filter((item, index) => item !== undefined || String(index) !== name);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) => {
      if (key !== name) return [[key, held]];
      const next = at(held, rest, to);
      return next === undefined ? [] : [[key, next]];
    }),
  );
}
