import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Problem } from '@app/platform/core';
import { readJsonArray } from './json-array.js';
import { parseExactly } from './parse-exactly.js';

const PROPERTY_TIMEOUT_MS = 60_000;
const LIMITS = { batch: 3, maxDepth: 32 };
const MALFORMED = { kind: 'malformed', code: 'malformed_json' };
const TOO_LARGE = { kind: 'too_large', code: 'body_too_large' };

interface Reading {
  kind: string;
  /** Undefined where the body is not an array. */
  value?: unknown;
}

async function* pieces(body: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    yield body.subarray(at, at + size);
    at += size;
  }
}

/** Reads `body` in pieces of `sizes`, and checks on the way that batches are whole, in order and never empty. */
async function read(body: string | Buffer, sizes = [1_000_000], limits: Partial<typeof LIMITS> = {}): Promise<Reading> {
  const options = { ...LIMITS, ...limits };
  const elements: unknown[] = [];
  const onBatch = (batch: unknown[], firstIndex: number) => {
    const isRight = firstIndex === elements.length && batch.length > 0 && batch.length <= options.batch;
    if (!isRight) throw new Error(`${batch.length} elements at ${firstIndex}, after ${elements.length}`);
    elements.push(...batch);
  };
  const { kind } = await readJsonArray(pieces(Buffer.from(body), sizes), { ...options, onBatch });
  return kind === 'array' ? { kind, value: elements } : { kind };
}

/** What JSON.parse of the whole body says, in the same words. */
function whole(body: Buffer): Reading {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (/^[ \t\n\r]*$/.test(text)) return { kind: 'empty' };
    const value: unknown = parseExactly(text);
    return Array.isArray(value) ? { kind: 'array', value } : { kind: 'other' };
  } catch {
    return { kind: 'malformed' };
  }
}

async function readOrMalformed(...args: Parameters<typeof read>): Promise<Reading> {
  return read(...args).catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'malformed') return { kind: 'malformed' };
    throw error;
  });
}

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 2 });
const character = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).map((text) => JSON.stringify(text).slice(1, -1)),
  fc.constantFrom('\\"', '\\\\', '\\/', '\\u0000', '\\ud83d', '[', ']', '{', '}', ',', ':', 'é', '–', '🏠'),
);
const textString = fc.array(character, { maxLength: 8 }).map((characters) => `"${characters.join('')}"`);
const scalar = fc.oneof(
  textString,
  fc.constantFrom('null', 'true', 'false', '0', '-0', '1E+2', '0.10', '1e999', '123456789012345678901'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
/** JSON as text, so that spelling (escapes, white space, number forms, duplicate keys) varies too. */
const { value: jsonText } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: 'small' }, scalar, tie('array'), tie('object')),
  array: list('[', tie('value'), ']'),
  object: list(
    '{',
    fc
      .tuple(fc.oneof(textString, fc.constantFrom('"a"', '"__proto__"')), space, tie('value'))
      .map(([key, gap, value]) => `${key}${gap}:${gap}${value}`),
    '}',
  ),
}));
function list(open: string, item: fc.Arbitrary<string>, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(space, item, space), { maxLength: 9 }), space)
    .map(([items, gap]) => open + (items.map((parts) => parts.join('')).join(',') || gap) + close);
}
const body = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    space,
    fc.oneof({ weight: 5, arbitrary: list('[', jsonText, ']') }, jsonText),
    space,
  )
  .map((parts) => Buffer.from(parts.join('')));
const sizes = fc.oneof(
  fc.constant<number[]>([1]),
  fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 }),
  fc.constant<number[]>([1_000_000]),
);
const batch = fc.integer({ min: 1, max: 5 });

type Mutation = (body: Buffer, at: number) => Buffer;
const sharpBytes = fc.constantFrom<number[]>(
  ...Buffer.from('[]{},:"\\ 0-e.tu\n\0'),
  0x80,
  0xbf,
  0xc3,
  0xed,
  0xef,
  0xff,
);
const mutation = fc.oneof(
  sharpBytes.map(
    (byte): Mutation =>
      (from, at) =>
        splice(from, at, 0, [byte]),
  ),
  sharpBytes.map(
    (byte): Mutation =>
      (from, at) =>
        splice(from, at, 1, [byte]),
  ),
  fc.integer({ min: 1, max: 4 }).map(
    (count): Mutation =>
      (from, at) =>
        splice(from, at, count, []),
  ),
  fc.integer({ min: 1, max: 9 }).map(
    (count): Mutation =>
      (from, at) =>
        splice(from, at, 0, from.subarray(at, at + count)),
  ),
  fc.constant<Mutation>((from, at) => from.subarray(0, at)),
);
function splice(from: Buffer, at: number, removed: number, added: ArrayLike<number>): Buffer {
  return Buffer.concat([from.subarray(0, at), Uint8Array.from(added), from.subarray(at + removed)]);
}

describe('Reading a JSON array as it arrives', () => {
  it(
    'equals JSON.parse of the whole, however the body is split into chunks and batches',
    async () => {
      await fc.assert(
        fc.asyncProperty(body, sizes, batch, async (bytes, cuts, size) => {
          expect(whole(bytes).kind).not.toBe('malformed');
          expect(await read(bytes, cuts, { batch: size })).toEqual(whole(bytes));
        }),
        { numRuns: 300 },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it(
    'agrees with JSON.parse on damaged bodies',
    async () => {
      const mutations = fc.array(fc.tuple(mutation, fc.double({ min: 0, max: 1, noNaN: true })), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(body, mutations, sizes, batch, async (bytes, changes, cuts, size) => {
          const damaged = changes.reduce<Buffer>(
            (from, [change, place]) => change(from, Math.floor(place * from.length)),
            bytes,
          );
          expect(await readOrMalformed(damaged, cuts, { batch: size })).toEqual(whole(damaged));
        }),
        { numRuns: 600 },
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('agrees with JSON.parse on every short sequence of structural characters', async () => {
    const alphabet = ['[', ']', '{', '}', ',', '"', '\\', '1'];
    const differing: string[] = [];
    let texts = [''];
    for (let length = 1; length <= 4; length += 1) {
      texts = texts.flatMap((text) => alphabet.map((next) => text + next));
      for (const text of texts.flatMap((inner) => [inner, `[${inner}]`])) {
        const expected = whole(Buffer.from(text));
        const found = await readOrMalformed(text, [1], { batch: 1 });
        if (JSON.stringify(found) !== JSON.stringify(expected)) differing.push(text);
      }
    }
    expect(differing).toEqual([]);
  });

  it.each([
    '[1,]',
    '[,1]',
    '[1,,2]',
    '[1 2]',
    '[,]',
    '[1}',
    '[1',
    '[1,',
    '[',
    ']',
    '[1]]',
    '[1] x',
    '[1][2]',
    '[1],[2]',
    '[1]\0',
    '[{"a":1]]',
    '["a]',
    '["a\\"]',
    '[1,2,3,]',
    '[1,2,3,,4]',
    '[1,2,3, ]',
    '{"a":1',
    '{} {}',
    'nul',
    '\ufeff\ufeff[]',
    ' \ufeff[]',
    '[\ufeff1]',
    '[1]\ufeff',
    '[1,2,3,\ufeff4]',
    '\v[]',
    '["\n"]',
    "['a']",
    '[01]',
    '[1,2,3//\n]',
  ])('rejects %j', async (text) => {
    for (const cuts of [[1], [2], [1000]]) await expect(read(text, cuts)).rejects.toMatchObject(MALFORMED);
  });

  it.each([
    ['a byte that never occurs', [0x22, 0xff, 0x22]],
    ['a character broken off by a quote', [0x22, 0xc3, 0x22]],
    ['a character broken off by a comma', [0xc3]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ])('rejects UTF-8 with %s', async (_, element) => {
    const inArray = Buffer.concat([Buffer.from('[1,2,3,'), Buffer.from(element), Buffer.from(',4]')]);
    for (const bytes of [inArray, Buffer.from(element)]) {
      await expect(read(bytes, [1])).rejects.toMatchObject(MALFORMED);
    }
  });

  it('rejects a truncated byte order mark', async () => {
    for (const bytes of [[0xef], [0xef, 0xbb], [0xef, 0xbb, 0x5b, 0x5d]]) {
      await expect(read(Buffer.from(bytes), [1])).rejects.toMatchObject(MALFORMED);
    }
  });

  it('distinguishes an empty body, an empty array and another value', async () => {
    for (const text of ['', ' \r\n\t', '\ufeff', '\ufeff\n']) expect(await read(text, [1])).toEqual({ kind: 'empty' });
    expect(await read(' [ ] ')).toEqual({ kind: 'array', value: [] });
    for (const text of ['{"a":[1,2]}', '"[1]"', '7', 'null']) expect(await read(text)).toEqual({ kind: 'other' });
  });

  it('rejects nesting beyond the limit in any value, but ignores brackets in strings', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect((await read(nested(32))).kind).toBe('array');
    expect((await read(`{"a":${nested(31)}}`)).kind).toBe('other');
    expect((await read(`["${'['.repeat(100)}","\\"${'{'.repeat(100)}"]`)).kind).toBe('array');
    await expect(read(nested(33))).rejects.toThrow('nested deeper than 32 levels');
    await expect(read(`[1,{"a":${nested(31)}}]`)).rejects.toMatchObject(MALFORMED);
    await expect(read(`{"a":${nested(32)}}`)).rejects.toMatchObject(MALFORMED);
  });

  it('stops at nesting beyond the limit, before the end of the body', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) yield Buffer.from('[[[[');
    }
    const reading = readJsonArray(endless(), { ...LIMITS, onBatch: () => undefined });
    await expect(reading).rejects.toMatchObject(MALFORMED);
  });

  it('rejects a single value that is too large, but accepts many smaller ones', async () => {
    const large = JSON.stringify('x'.repeat(2 * 1024 * 1024));
    await expect(read(`[${large}]`, [65_536])).rejects.toMatchObject(TOO_LARGE);
    await expect(read(`{"a":${large}}`, [65_536])).rejects.toMatchObject(TOO_LARGE);
    const taken = await read(`[${Array(40).fill(JSON.stringify('x'.repeat(1024 * 1024)))}]`, [65_536]);
    expect(taken.value).toHaveLength(40);
  });

  it('never quotes the body in an error', async () => {
    for (const text of [
      '[secret]',
      '{"secret":}',
      '["secret",]',
      '[1] secret',
      `["secret",${'['.repeat(40)}`,
      '"secret\xff',
    ]) {
      const error: unknown = await read(Buffer.from(text, 'latin1')).catch((reason: unknown) => reason);
      expect(error).toMatchObject(MALFORMED);
      expect((error as Error).stack).not.toContain('secret');
      expect((error as Error).cause).toBeUndefined();
    }
  });

  it('passes on each batch before it reads more of the body', async () => {
    const handedOver: unknown[][] = [];
    const seenBySource: number[] = [];
    async function* source(): AsyncGenerator<Buffer> {
      for (const piece of ['[1,2,3', ',4,5', ',6,7', ']']) {
        seenBySource.push(handedOver.length);
        yield Buffer.from(piece);
      }
    }
    await readJsonArray(source(), { ...LIMITS, onBatch: (elements) => void handedOver.push(elements) });
    expect(seenBySource).toEqual([0, 0, 1, 2]);
    expect(handedOver).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('ends a batch early when elements are large', async () => {
    const texts = Array.from({ length: 6 }, (_, index) => String(index).repeat(100_000));
    const body = Buffer.from(JSON.stringify(texts));
    for (const cuts of [[65_536], [1_000_000]]) {
      const batches: unknown[][] = [];
      const onBatch = (elements: unknown[]) => void batches.push(elements);
      await readJsonArray(pieces(body, cuts), { ...LIMITS, batch: 200, onBatch });
      expect(batches.map((elements) => elements.length)).toEqual([2, 2, 2]);
      expect(batches.flat()).toEqual(texts);
    }
  });

  it.each([
    ['the body is one chunk', Array.from({ length: 300 }, (_, index) => index), [1_000_000], 3, 100],
    ['a batch of large elements ends in a small chunk', Array(20).fill('x'.repeat(100_000)), [1_000], 200, 10],
  ])('yields to the event loop after every batch, even if %s', async (_, elements, cuts, size, batches) => {
    const text = JSON.stringify(elements);
    let turns = 0;
    let reading = true;
    const turning = (async () => {
      for (; reading; turns += 1) await nextTurn();
    })();
    await read(text, cuts, { batch: size });
    reading = false;
    await turning;
    expect(turns).toBeGreaterThanOrEqual(batches);
  });

  it('waits for onBatch, and rethrows its error at once', async () => {
    const started: number[] = [];
    let closed = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        yield Buffer.from('[1,2,3,4,5,6,7,8,9,');
        yield Buffer.from('10]');
      } finally {
        closed = true;
      }
    }
    const onBatch = async (_: unknown[], firstIndex: number) => {
      started.push(firstIndex);
      await nextTurn();
      if (firstIndex === 3) throw new RangeError('enough');
    };
    await expect(readJsonArray(source(), { ...LIMITS, onBatch })).rejects.toThrow(new RangeError('enough'));
    expect(started).toEqual([0, 3]);
    expect(closed).toBe(true);
  });

  it('leaves the request open for a response if its iterator does not destroy it', async () => {
    const server = createServer((incoming, response) => {
      const chunks: AsyncIterable<Buffer> = incoming.iterator({ destroyOnReturn: false });
      void readJsonArray(chunks, { ...LIMITS, onBatch: () => undefined }).catch((error: unknown) => {
        response.writeHead(error instanceof Problem ? 400 : 500, { connection: 'close' }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const { port } = server.address() as AddressInfo;
        const outgoing = request({ port, host: '127.0.0.1', method: 'POST' }, (answer) => resolve(answer.statusCode));
        outgoing.on('error', reject).write('[1,,2]'); // and more to come, as far as the server knows
      });
      expect(status).toBe(400);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
