import { compileSchema, type JsonSchema, Problem } from '@app/platform/core';
import fc from 'fast-check';
import { CopyRows } from './copy-rows.js';
import { readJsonArray } from './json-array.js';
import type { ColumnType } from './json-member.js';
import { JsonRecords } from './json-records.js';

const PROPERTY_TIMEOUT_MS = 120_000;

const text = { type: 'string', format: 'text', maxLength: 20 };
const schema: JsonSchema = {
  type: 'object',
  properties: {
    id: { description: 'Ignored' },
    name: { type: 'string', format: 'filled-text', maxLength: 12 },
    price: { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 },
    from: { type: 'string', format: 'date' },
    term: { type: ['integer', 'null'], format: 'int32', minimum: 1, maximum: 120 },
    until: { type: ['string', 'null'], format: 'date' },
    note: { ...text, type: ['string', 'null'] },
    fields: {
      type: 'object',
      maxProperties: 9,
      propertyNames: text,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'], format: 'text', maxLength: 20 },
    },
    kind: { type: 'string', enum: ['a', 'b'] },
  },
  required: ['name', 'price', 'from'],
  additionalProperties: false,
};
const columns: Record<string, ColumnType> = {
  name: 'text',
  price: 'integer',
  from: 'date',
  term: 'integer',
  until: 'date',
  note: 'text',
  fields: 'json',
  kind: 'text',
};
const check = compileSchema({ type: 'array', items: schema });

interface Outcome {
  kind?: string;
  rows?: string;
  faults?: unknown;
  /** how many elements JSON.parse was asked for */
  parsed?: number;
}

async function* pieces(body: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** The outcome of a body: read by JsonRecords, or by JSON.parse and the schema alone. */
async function outcomeOf(body: Buffer, size: number, isQuick: boolean): Promise<Outcome> {
  const records = new JsonRecords(schema, columns);
  const rows = new CopyRows(['1', '2'], 3, records.columns);
  const faults: unknown[] = [];
  let parsed = 0;
  try {
    const { kind } = await readJsonArray(pieces(body, size), {
      ...{ batch: 3, maxDepth: 8 },
      ...(isQuick && {
        consume: (bytes: Buffer, from: number) => records.consume(bytes, from, faults.length > 0 ? 0 : 3, rows),
      }),
      onBatch: (elements, first) => {
        parsed += elements.length;
        for (const [at, element] of elements.entries()) {
          const wrong = check([element]);
          if (wrong) faults.push([first + at, wrong]);
          else if (faults.length === 0) records.add(element as Record<string, unknown>, rows);
        }
      },
    });
    if (faults.length > 0) return { kind, faults, parsed };
    return { kind, rows: Buffer.concat(rows.finish()).toString('hex'), parsed };
  } catch (error) {
    if (error instanceof Problem && error.kind === 'malformed') return { kind: 'malformed' };
    throw error;
  }
}

const escaped = fc.string({ unit: 'binary', maxLength: 8 }).map((each) => JSON.stringify(each));
const texts = fc.oneof(
  fc.constantFrom('"101"', '"P-1"', '"Lot 7 a"', '"é–🏠"', '"\\u00e9"', '"a\\"b"', '"\\\\"', '""', '" "', '"\u00a0"', '"\\ud800"'),
  fc.constantFrom('"exactly 12 b"', '"thirteen byte"', '"éééééééééééé"', '"ééééééééééééé"', '"\u007f"', '"a\\u0000"', '"a\tb"', '"'),
  escaped,
); // oxfmt-ignore
const integers = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }).map(String),
  fc.constantFrom('0', '00', '-0', '-1', '7.0', '7.5', '1e3', '2147483647', '2147483648', '12345678901', '1', '120', '121', '01', '1x', '.5'),
); // oxfmt-ignore
const dates = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }).map((date) => `"${date.toISOString().slice(0, 10)}"`),
  fc.constantFrom('"2027-02-29"', '"2028-02-29"', '"2000-02-29"', '"1900-02-29"', '"0000-01-01"', '"2027-13-01"', '"2027-04-31"', '"2027-1-01"', '"2027-01-01T"', '"2027-01-0é"', '"\\u0032027-01-01"', '"2027-01-01'),
); // oxfmt-ignore
const plain = fc.oneof(
  texts,
  integers,
  fc.constantFrom('true', 'false', 'null', 'nul', '-5', '1.50', '1E2', '[1]', '{"a":1}'),
);
const names = fc.oneof(
  fc.constantFrom('"a"', '"b"', '"quote"', '"7"', '"10x"', '"__proto__"', '"a\\u0062"', '""'),
  escaped,
);
const space = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '\n', '\t\r') },
);
const objects = fc
  .array(fc.tuple(names, space, plain), { maxLength: 10 })
  .map((pairs) => `{${pairs.map(([name, gap, value]) => `${name}:${gap}${value}`).join(',')}}`);
/** By far most are as a feed sends them, or a body with many elements would never be right. */
const mostly = (value: string, odd: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd });
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 60, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const anything = fc.oneof(plain, objects, dates);
const members = fc.record({
  name: mostly('"101"', texts),
  price: mostly('2450', integers),
  from: mostly('"2027-01-01"', dates),
  term: fc.option(mostly('12', fc.oneof(integers, fc.constant('null')))),
  until: fc.option(mostly('null', dates)),
  note: fc.option(mostly('"First month free"', texts)),
  fields: fc.option(mostly('{"quote":17,"building":"North"}', objects)),
  kind: fc.option(mostly('"a"', texts)),
  id: fc.option(mostly('"17"', anything)),
  odd: seldom(anything),
});
const element = fc.tuple(members, space, fc.nat(), seldom(fc.constantFrom('"name"', '"n\\u0061me"'))).map(
  ([member, gap, turn, again]) => {
    const pairs = Object.entries(member).filter(([, value]) => value !== null && value !== undefined);
    const turned = turn % 5 === 0 ? [...pairs.slice(turn % pairs.length), ...pairs.slice(0, turn % pairs.length)] : pairs;
    const shown = turned.map(([name, value]) => `${gap}"${name}"${gap}:${gap}${value}${gap}`);
    return `{${[...shown, ...(again ? [`${again}:"other"`] : [])].join(',')}}`;
  },
); // oxfmt-ignore
const elements = fc.oneof({ weight: 30, arbitrary: element }, { weight: 1, arbitrary: fc.constantFrom('{}', '', '7', '[]', 'null', '{"name"', '}') }); // oxfmt-ignore

describe('The fast path for JSON records', () => {
  it(
    'accepts what JSON.parse and the schema accept, and produces the same rows',
    async () => {
      let quick = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(elements, { maxLength: 12 }), space, fc.integer({ min: 1, max: 900 }), async (all, gap, size) => {
          const body = Buffer.from(`[${gap}${all.join(`${gap},${gap}`)}${gap}]`);
          const [ours, theirs] = [await outcomeOf(body, size, true), await outcomeOf(body, size, false)];
          if (ours.rows !== undefined && ours.parsed! < theirs.parsed!) quick += 1;
          expect({ ...ours, parsed: 0 }).toEqual({ ...theirs, parsed: 0 });
        }),
        { numRuns: 4_000 },
      ); // oxfmt-ignore
      expect(quick).toBeGreaterThan(200);
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('covers nearly all records of a typical feed', async () => {
    const sent = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ name: `P-${at}`, price: at, from: '2027-01-31', term: at % 2 ? 12 : null, until: '2028-02-29' },
      ...{ note: 'é–🏠', fields: { quote: at, building: 'North', 'lot a': null, open: true } },
    }));
    const body = Buffer.from(JSON.stringify(sent));
    const ours = await outcomeOf(body, 16 * 1024, true);
    expect(ours.parsed).toBeLessThan(30);
    expect(ours.rows).toBe((await outcomeOf(body, 16 * 1024, false)).rows);
  });

  it('is not taken for bytes that are not UTF-8', async () => {
    const whole = Buffer.from(
      '[{"name":"a?c","price":1,"from":"2027-01-01"},{"name":"b","price":1,"from":"2027-01-01"} ]',
    );
    const broken = Buffer.from(whole);
    broken[broken.indexOf('?')] = 0xff;
    expect((await outcomeOf(whole, 1_000, true)).kind).toBe('array');
    expect((await outcomeOf(broken, 1_000, true)).kind).toBe('malformed');
  });
});
