import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyRows } from './copy-rows.js';

const PROPERTY_TIMEOUT_MS = 60_000;
const HEADER_BYTES = 19;
/** What follows the last row in place of its number of columns. */
const TRAILER = -1;

/** Text that Postgres can store: any code point but U+0000, of any length. */
const text = fc.oneof(
  fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((character) => character !== '\0'),
      fc.constantFrom('\\', '\t', '\n', '"', '–', '🏠'),
    ),
    maxLength: 40,
  }),
  fc.integer({ min: 1, max: 90_000 }).map((length) => 'é'.repeat(length)),
);
const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: null });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const day = fc.oneof(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom('0001-01-01', '1900-03-01', '1999-12-31', '2000-01-01', '2000-02-29', '9999-12-31'),
);
const rows = fc.array(fc.tuple(nullable(text), nullable(int32), nullable(day), nullable(text)), { maxLength: 30 });

describe('Rows for COPY', () => {
  let client: pg.Client;

  beforeAll(async () => {
    client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await client.connect();
    await client.query(
      `create temporary table copied (o bigint, p bigint, n bigint, a text, b integer, c date, d text)`,
    );
  });
  afterAll(() => client.end());

  it(
    'are stored as they were written',
    async () => {
      const ids = fc.record({ owner: fc.bigInt(1n, 2n ** 63n - 1n), first: fc.integer({ min: 0, max: 2 ** 52 }) });
      await fc.assert(
        fc.asyncProperty(rows, ids, async (written, { owner, first }) => {
          const copy = new CopyRows([String(owner), '7'], first, 4);
          for (const [a, b, c, d] of written) {
            copy.begin();
            copy.text(a);
            copy.int32(b);
            copy.date(c);
            copy.text(d);
          }
          expect(copy.count).toBe(written.length);
          await client.query('truncate copied');
          const into = client.query(copyFrom('copy copied from stdin (format binary)'));
          await pipeline(Readable.from(copy.finish()), into);
          const { rows: stored } = await client.query({
            text: `select o::text, p::text, n::text, a, b, to_char(c, 'YYYY-MM-DD'), d from copied order by copied.n`,
            rowMode: 'array',
          });
          expect(stored).toEqual(
            written.map(([a, b, c, d], at) => [String(owner), '7', String(first + at), a, b, c, d]),
          );
        }),
        { numRuns: 60 },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('fill buffers of 64 KiB, after a small first one', () => {
    const copy = new CopyRows(['1'], 1, 1);
    for (let count = 0; count < 2_000; count += 1) {
      copy.begin();
      copy.text('x'.repeat(100));
    }
    const lengths = copy.finish().map(({ length }) => length);
    expect(lengths.slice(0, -1).every((length) => length <= 65_536)).toBe(true);
    expect(lengths[0]).toBeLessThanOrEqual(4_096);
    expect(lengths.length).toBe(5);
    expect(new CopyRows(['1'], 1, 1).finish().map(({ length }) => length)).toEqual([21]);
  });

  it('never span two buffers', () => {
    const copy = new CopyRows(['1'], 1, 2);
    const lengths = Array.from({ length: 300 }, (_, at) => (at % 50 === 7 ? 70_000 : at * 7));
    for (const length of lengths) {
      copy.begin();
      copy.text('x'.repeat(length));
      copy.text('y'.repeat(length));
    }
    const found: number[] = [];
    for (const [index, buffer] of copy.finish().entries()) {
      let at = index === 0 ? HEADER_BYTES : 0;
      while (at < buffer.length && buffer.readInt16BE(at) !== TRAILER) {
        const column = at + 2 + 12 + 12;
        const length = buffer.readInt32BE(column);
        expect(buffer.toString('latin1', column + 4, column + 4 + length)).toBe('x'.repeat(length));
        found.push(length);
        at = column + 2 * (4 + length);
        expect(at).toBeLessThanOrEqual(buffer.length);
      }
    }
    expect(found).toEqual(lengths);
  });

  it('are grouped by a text: the size of the largest group is never underestimated, nor by far overestimated', () => {
    const largest = (texts: readonly string[]) => {
      const copy = new CopyRows(['1'], 1, 2);
      for (const text of texts) {
        copy.begin();
        copy.text(text);
        copy.group();
        copy.text('other');
      }
      return copy.largestGroup;
    };
    const group = fc.tuple(fc.string({ maxLength: 40 }), fc.integer({ min: 1, max: 1_500 }));
    const property = fc.property(fc.array(group, { minLength: 1, maxLength: 6 }), (groups) => {
      const texts = groups.flatMap(([text, count]) => Array.from({ length: count }, () => text));
      const counts = new Map<string, number>();
      for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
      expect(largest(texts)).toBeGreaterThanOrEqual(Math.max(...counts.values()));
    });
    fc.assert(property, { numRuns: 30 });
    expect(largest(Array.from({ length: 60_000 }, (_, at) => `P-${at % 2_000}`))).toBeLessThan(600);
    expect(largest(['a', 'b', 'a'])).toBe(2);
  });

  it('reuse the memory of released rows', () => {
    const filled = (text: string) => {
      const copy = new CopyRows(['1'], 1, 1);
      for (let count = 0; count < 3_000; count += 1) {
        copy.begin();
        copy.text(text);
      }
      return { copy, memory: copy.finish().map(({ buffer }) => buffer) };
    };
    const kept = filled('a'.repeat(100));
    const before = Buffer.concat(kept.copy.full);
    const released = filled('b'.repeat(100));
    released.copy.release();
    const next = filled('c'.repeat(100));
    expect(next.memory.filter((memory) => released.memory.includes(memory)).length).toBeGreaterThan(3);
    expect(next.memory.some((memory) => kept.memory.includes(memory))).toBe(false);
    expect(Buffer.concat(kept.copy.full).equals(before)).toBe(true);
    expect(released.copy.full).toEqual([]);
  });
});
