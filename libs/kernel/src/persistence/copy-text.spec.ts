import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyBuffer, type CopyValue, copyLine } from './copy-text.js';

const PROPERTY_TIMEOUT_MS = 60_000;

/** Text that Postgres can store: any code point but U+0000, those that the format escapes more often. */
const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((character) => character !== '\0'),
    fc.constantFrom('\\', '\t', '\n', '\r', '\b', '\f', '\v', 'N', '.', 'x', '0', '"', '–', '🏠'),
  ),
  maxLength: 12,
});
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .filter((value) => !Object.is(value, -0));
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: null });
const row = fc.tuple(nullable(text), nullable(number), nullable(fc.boolean()), nullable(text));
const rows = fc.array(row, { maxLength: 30 });

/** Reads the text format back by the rules of the PostgreSQL manual; every field as text. */
function decode(copyText: string): (string | null)[][] {
  const lines = copyText.split('\n');
  expect(lines.pop()).toBe('');
  const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
  const unescape = (field: string) =>
    field.replace(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character);
  return lines.map((line) => line.split('\t').map((field) => (field === '\\N' ? null : unescape(field))));
}

function asText(value: CopyValue): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'boolean' ? String(value)[0]! : String(value);
}

describe('A line of COPY text', () => {
  it('spells every kind of value', () => {
    expect(copyLine(['a', 12, -0.5, true, false, null, undefined, '', '0'])).toBe('a\t12\t-0.5\tt\tf\t\\N\t\\N\t\t0\n');
    expect(copyLine(['\\ \t \n \r', '\\N', '\\.'])).toBe('\\\\ \\t \\n \\r\t\\\\N\t\\\\.\n');
  });

  it('reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(row, fc.array(text, { minLength: 1 })), { maxLength: 20 }), (written) => {
        expect(decode(written.map(copyLine).join(''))).toEqual(written.map((values) => values.map(asText)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('A buffer of COPY lines', () => {
  it(
    'keeps all lines in order, and counts rows and bytes at any time',
    () => {
      const line = fc
        .oneof(
          text,
          fc.integer({ min: 1, max: 90_000 }).map((length) => 'é'.repeat(length)),
        )
        .map((value) => copyLine([value]));
      fc.assert(
        fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
          const buffer = new CopyBuffer();
          let bytes = 0;
          for (const [index, next] of lines.entries()) {
            buffer.append(next);
            bytes += Buffer.byteLength(next);
            expect(buffer.rows).toBe(index + 1);
            expect(buffer.byteLength).toBe(bytes);
          }
          expect(Buffer.concat(buffer.finish()).equals(Buffer.from(lines.join('')))).toBe(true);
          expect(buffer.byteLength).toBe(bytes);
        }),
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('makes buffers of about 64 KiB, and none when nothing was appended', () => {
    const buffer = new CopyBuffer();
    for (let count = 0; count < 3000; count += 1) buffer.append(`${'x'.repeat(99)}\n`);
    const lengths = buffer.finish().map((part) => part.length);
    expect(lengths).toEqual([65_600, 65_600, 65_600, 65_600, 37_600]);
    expect(new CopyBuffer().finish()).toEqual([]);
  });
});

describe('COPY into Postgres', () => {
  let client: pg.Client;

  beforeAll(async () => {
    client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await client.connect();
    await client.query('CREATE TEMPORARY TABLE copied (n serial, a text, b float8, c boolean, d text)');
  });

  afterAll(() => client.end());

  it(
    'stores what was written',
    async () => {
      await fc.assert(
        fc.asyncProperty(rows, async (written) => {
          const buffer = new CopyBuffer();
          for (const values of written) buffer.append(copyLine(values));
          await client.query('TRUNCATE copied');
          await pipeline(Readable.from(buffer.finish()), client.query(copyFrom('COPY copied (a, b, c, d) FROM STDIN')));
          const { rows: stored } = await client.query({
            text: 'SELECT a, b, c, d FROM copied ORDER BY n',
            rowMode: 'array',
          });
          expect(stored).toEqual(written);
        }),
        { numRuns: 60 },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});
