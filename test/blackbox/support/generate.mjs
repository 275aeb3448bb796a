import fc from 'fast-check';
import { resolved } from './operations.mjs';
import { isId, NOWHERE } from './fixtures.mjs';

const text = (max, min = 1) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: min, maxLength: Math.min(max, 20) }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 12) }) },
    { weight: 1, arbitrary: fc.integer({ min, max: Math.min(max, 2047) }).map((length) => 'x'.repeat(length)) },
  );

const FORMATS = {
  date: () => fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(dateOf),
  'date-time': () => fc.date({ noInvalidDate: true }).map(() => '2026-11-20T11:21:15+00:00'),
  uuid: () => fc.uuid(),
  uri: () => fc.webUrl().filter((url) => url.length < 2000),
  'url-template': () => fc.constantFrom('https://a.example/{{ unit_number }}', 'https://a.example/x?y=z'),
};
const dateOf = (date) => date.toISOString().slice(0, 10);

/**
 * Values that a schema of the document allows.
 * @param idFor the id that a field means
 */
export function valuesOf(api, schema, idFor, name = '') {
  const shape = resolved(api, schema);
  const inner = (each, inside) => valuesOf(api, each, idFor, inside);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.oneOf) return fc.oneof(...shape.oneOf.map((each) => inner(each, name)));
  const types = [shape.type ?? []].flat();
  if (types.length > 1) return fc.oneof(...types.map((type) => inner({ ...shape, type }, name)));
  if (isId(name) && types[0] === 'string') {
    const id = idFor(name) ?? NOWHERE;
    return fc.oneof(
      { weight: 19, arbitrary: fc.constant(id) },
      { weight: 1, arbitrary: fc.constantFrom(NOWHERE, '0') },
    );
  }
  const kinds = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: () => fc.integer({ min: shape.minimum ?? -2147483648, max: shape.maximum ?? 2147483647 }),
    number: () => fc.double({ min: shape.minimum ?? -1e9, max: shape.maximum ?? 1e9, noNaN: true }),
    string: () => strings(shape),
    array: () => fc.array(inner(shape.items ?? {}, ''), { maxLength: Math.min(shape.maxItems ?? 3, 3) }),
    object: () => objects(shape, inner),
  };
  return (kinds[types[0]] ?? (() => fc.constant('ignored')))();
}

function strings({ pattern, format, maxLength = 255, minLength = 1 }) {
  if (pattern && pattern !== '\\S')
    return fc.stringMatching(new RegExp(pattern)).map((found) => found.slice(0, maxLength));
  if (format && FORMATS[format]) return FORMATS[format]();
  return text(maxLength, minLength);
}

function objects({ properties = {}, required = [], additionalProperties, maxProperties = 3 }, inner) {
  const named = Object.entries(properties).filter(([, shape]) => shape.format !== 'binary');
  if (named.length === 0 && additionalProperties)
    return fc.dictionary(text(20), inner(additionalProperties, ''), {
      maxKeys: Math.min(maxProperties, 3),
      noNullPrototype: true,
    });
  const arbitraries = Object.fromEntries(named.map(([name, shape]) => [name, inner(shape, name)]));
  return fc.record(arbitraries, { requiredKeys: required.filter((name) => arbitraries[name]), noNullPrototype: true });
}
