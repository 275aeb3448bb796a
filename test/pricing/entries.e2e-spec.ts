import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { TIME_FACTOR } from '../support/time-factor.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => (app = await TestApp.start()));
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});

const entry = (unit: string, more: object = {}) => ({
  unit_number: unit,
  provider_id: `P-${unit}`,
  price: 2000,
  available_on: '2026-12-01',
  ...more,
});
const push = (entries: unknown[], query = 'commit=1') => app.post(`${process}/ingest?${query}`, entries);
const listed = async (query = '') => (await app.get(`${process}/entries${query}`)).body.data;

describe('An entry', () => {
  const faults = async (more: object) => (await push([entry('101', more)])).body.fields ?? {};

  it.each([
    ['price', 0],
    ['price', 2147483647],
    ['lease_term', 1],
    ['lease_term', 120],
    ['lease_term', null],
    ['lease_starts_on', '2028-02-29'],
    ['lease_starts_on', null],
    ['available_on', '0001-01-01'],
    ['available_on', '9999-12-31'],
    ['specials_description', '😀'.repeat(512)],
    ['specials_description', ''],
    ['status', 'On notice'],
    ['unit_number', '1'.repeat(255)],
    ['leasing_fields', {}],
    ['leasing_fields', { any: 'x'.repeat(2000), n: 1.5, b: true, none: null, __proto__x: 'p' }],
    ['leasing_fields', Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, n]))],
    ['created_at', 'read only, ignored'],
    ['unit_id', 12],
  ])('accepts %s = %j', async (field, value) => {
    expect(await faults({ [field]: value })).toEqual({});
  });

  it.each([
    ['price', -1],
    ['price', 2147483648],
    ['price', 1.5],
    ['price', '1'],
    ['price', null],
    ['lease_term', 0],
    ['lease_term', 121],
    ['lease_starts_on', '2026-02-29'],
    ['available_on', '20261201'],
    ['available_on', '2026-12-01 '],
    ['available_on', 'today'],
    ['available_on', '2026-12-01T00:00:00Z'],
    ['available_on', '0000-01-01'],
    ['available_on', null],
    ['specials_description', '😀'.repeat(513)],
    ['status', 7],
    ['unit_number', ''],
    ['unit_number', ' '],
    ['unit_number', 'a\0b'],
    ['unit_number', '1'.repeat(256)],
    ['provider_id', '\ud800'],
    ['leasing_fields', []],
    ['leasing_fields', { a: {} }],
    ['leasing_fields', { a: 'x'.repeat(2001) }],
    ['leasing_fields', { a: 'x\0' }],
    ['leasing_fields', Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]))],
    ['rent', 1],
  ])('rejects %s = %j', async (field, value) => {
    expect(Object.keys(await faults({ [field]: value })).some((path) => path.startsWith(`0.${field}`))).toBe(true);
    expect(await listed()).toEqual([]);
  });

  it('names the invalid keys of leasing_fields', async () => {
    const fault = async (key: string) => (await faults({ leasing_fields: { [key]: 1 } }))['0.leasing_fields'];
    expect(await fault('k'.repeat(256))).toEqual(['has a key that must be at most 255 characters']);
    expect(await fault('\0')).toEqual(['has a key that must be text without NUL and unpaired surrogates']);
  });

  it('accepts null for every optional member, and its own listed form', async () => {
    const none = {
      lease_term: null,
      lease_starts_on: null,
      status: null,
      specials_description: null,
      leasing_fields: null,
    };
    expect((await push([entry('101', none)])).status).toBe(200);
    const [sent] = (await listed()) as [object[]];
    expect(sent).toEqual([expect.objectContaining(none)]);
    expect((await push(sent)).status).toBe(200);
    expect(await listed()).toEqual([sent]);
  });

  it.each(['123456789012345678', '1e400', '0.12345678901234567890'])(
    'rejects a leasing field of %s, which JSON would not preserve',
    async (token) => {
      const raw = JSON.stringify([entry('101'), entry('102', { leasing_fields: { a: 1, n: 7 } })]).replace('7', token);
      const answer = await app.request('POST', `${process}/ingest?commit=1`, {
        raw,
        headers: { 'Content-Type': 'application/json' },
      });
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['1.leasing_fields.n']]);
    },
  );

  it.each(['unit_number', 'provider_id', 'price', 'available_on'])('requires %s', async (field) => {
    expect((await push([{ ...entry('101'), [field]: undefined }])).body.fields).toEqual({
      [`0.${field}`]: ['is required'],
    });
  });

  it('is returned as it was sent', async () => {
    const text = 'tab\t newline\n back\\slash "quote" é 😀 \u2028';
    const sent = entry('101', {
      lease_term: 12,
      lease_starts_on: '2026-12-15',
      status: text,
      specials_description: text,
      leasing_fields: { [text]: text, n: 1.25, yes: true, none: null },
    });
    await push([sent]);

    expect(await listed()).toEqual([
      [
        {
          ...sent,
          building: null,
          unit_id: asset.units[0],
          show_pricing: true,
          show_online_leasing: true,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        },
      ],
    ]);
  });

  it('shows null for omitted members', async () => {
    await push([entry('101')]);

    expect((await listed())[0][0]).toMatchObject({
      building: null,
      lease_term: null,
      lease_starts_on: null,
      status: null,
      specials_description: null,
      leasing_fields: null,
    });
  });
});

describe('The list of entries', () => {
  it('has an array for each unit with entries, paged by unit', async () => {
    await push([
      entry('102', { lease_term: 6 }),
      entry('101', { lease_term: 6 }),
      entry('102', { lease_term: 12 }),
      entry('999'),
    ]);
    const { body, headers } = await app.get(`${process}/entries?per-page=1`);

    expect(body.data).toEqual([[expect.objectContaining({ unit_id: asset.units[0] })]]);
    expect(body.paging).toMatchObject({ per_page: 1, current_page: 1, prev_url: null });
    expect(headers.get('link')).toBe(`<${body.paging.next_url}>; rel="next"`);
    const next = await app.get(body.paging.next_url);
    expect(next.body.data.map((entries: { lease_term: number }[]) => entries.map((each) => each.lease_term))).toEqual([
      [6, 12],
    ]);
    expect(next.body.paging.next_url).toBeNull();
    expect((await app.get(next.body.paging.prev_url)).body.data).toEqual(body.data);
  });

  it('has the same pages by number as by next_url, and as many as stated', async () => {
    await push(['101', '102', '103'].map((unit) => entry(unit)));
    await push([entry('101'), entry('103', { provider_id: 'P-new' })]);
    await app.put(`${process}/units/${asset.units[2]}`, { id: asset.units[2], provider_id: 'P-new' });
    for (const flat of ['0', '1']) {
      const first = (await app.get(`${process}/entries?per-page=1&flat-pricing=${flat}&total=1`)).body.paging;
      const second = await app.get(first.next_url);
      const numbered = await app.get(`${process}/entries?per-page=1&flat-pricing=${flat}&page=2`);

      expect(first.total_count).toBe(2);
      expect(numbered.body.data).toEqual([[expect.objectContaining({ unit_id: asset.units[2] })]]);
      expect(numbered.body).toMatchObject({ data: second.body.data, paging: { next_url: null } });
      expect((await app.get(`${process}/entries?per-page=1&page=3`)).body.data).toEqual([]);
    }
  });

  it('is filtered by unit', async () => {
    await push([entry('101'), entry('102')]);

    expect(await listed(`?unit=${asset.units[1]}`)).toEqual([[expect.objectContaining({ unit_number: '102' })]]);
    expect(await listed(`?unit=${asset.units[2]}`)).toEqual([]);
    expect(await listed('?unit=nobody')).toEqual([]);
  });

  it.each(['flat-pricing=2', 'flat-pricing=true', 'flat-pricing=1&flat-pricing=0', 'page=0', 'per-page=x'])(
    'rejects ?%s',
    async (query) => {
      expect((await app.get(`${process}/entries?${query}`)).status).toBe(422);
    },
  );

  it('is flat on request, and by default for flat pricing', async () => {
    const flat = await givenProcess(app, asset, 'flat_pricing');
    const entries = [entry('101', { lease_term: 6, price: 1 }), entry('101', { lease_term: 12, price: 2 })];
    await push(entries);
    await app.post(`${flat}/ingest?commit=1`, entries);
    const counts = async (address: string) => (await app.get(address)).body.data.map((each: unknown[]) => each.length);

    expect(await counts(`${process}/entries`)).toEqual([2]);
    expect(await counts(`${process}/entries?flat-pricing=0`)).toEqual([2]);
    expect(await counts(`${process}/entries?flat-pricing=1`)).toEqual([1]);
    expect(await counts(`${flat}/entries`)).toEqual([1]);
    expect(await counts(`${flat}/entries?flat-pricing=0`)).toEqual([2]);
  });

  it('replaces the published set completely', async () => {
    await push([entry('101'), entry('102')]);
    await push([entry('103')]);
    expect((await listed()).flat()).toEqual([expect.objectContaining({ unit_number: '103' })]);

    await push([]);
    expect(await listed()).toEqual([]);
  });
});

describe('The flat view', () => {
  // in the order of the rule: each entry ranks below the one before it
  const past = '2020-01-01';
  it.each([
    [
      'a lease that has not begun rather than one that has',
      [
        { lease_term: 3, lease_starts_on: '2999-01-01' },
        { lease_term: 12, lease_starts_on: past },
      ],
    ],
    [
      'a lease without a start rather than one that has begun',
      [{ lease_term: 3 }, { lease_term: 12, lease_starts_on: past }],
    ],
    ['the term nearest to a year', [{ lease_term: 13 }, { lease_term: 9 }]],
    ['the longer of two terms that are equally near to a year', [{ lease_term: 14 }, { lease_term: 10 }]],
    ['any term rather than none', [{ lease_term: 120 }, { lease_term: null }]],
    [
      'the earliest start',
      [
        { lease_term: 12, lease_starts_on: '2998-01-01' },
        { lease_term: 12, lease_starts_on: '2999-01-01' },
      ],
    ],
    [
      'the lowest price',
      [
        { lease_term: 12, price: 1 },
        { lease_term: 12, price: 2 },
      ],
    ],
  ])('selects %s', async (_, [winner, loser]) => {
    for (const order of [
      [winner, loser],
      [loser, winner],
    ]) {
      await push([
        entry('101', { ...order[0], status: order[0] === winner ? 'winner' : 'loser' }),
        entry('101', { ...order[1], status: order[1] === winner ? 'winner' : 'loser' }),
      ]);
      expect((await listed('?flat-pricing=1'))[0]).toEqual([expect.objectContaining({ status: 'winner' })]);
      expect((await app.get(`${process}/units/${asset.units[0]}`)).body.status).toBe('winner');
    }
  });

  it('selects a lease that has begun only if there is no other, and the first received of equal entries', async () => {
    await push([
      entry('101', { lease_starts_on: past, status: 'first' }),
      entry('101', { lease_starts_on: past, status: 'second' }),
    ]);

    expect((await listed('?flat-pricing=1'))[0]).toEqual([expect.objectContaining({ status: 'first' })]);
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('A large ingest request', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => entry(String(101 + (n % 40)), { lease_term: 1 + (n % 120), price: n }));

  it(
    'accepts 100,000 entries in constant memory',
    async () => {
      const body = JSON.stringify(many(100_000));
      const send = async (times: number): Promise<void> => {
        for (let sent = 0; sent < times; sent++) {
          const answer = await app.request('POST', `${process}/ingest?commit=1`, {
            raw: body,
            headers: { 'Content-Type': 'application/json' },
          });
          expect(answer.body).toMatchObject({ status: 'finished', entry_count: 100_000 });
        }
      };
      const used = (): number => {
        collectGarbage();
        const { heapUsed, arrayBuffers } = globalThis.process.memoryUsage();
        return heapUsed + arrayBuffers;
      };
      await send(2);
      const before = used();
      await send(5); // about 10 MB each
      expect(used() - before).toBeLessThan(30 * 1024 * 1024);
      expect((await listed('?flat-pricing=1')).flat()).toHaveLength(3);
    },
    120_000 * TIME_FACTOR,
  );

  it('is rejected completely with more than 200,000 entries', async () => {
    const answer = await push(many(200_001));

    expect(answer.status).toBe(422);
    expect(answer.body.fields.body).toEqual(['must have at most 200000 items']);
    expect(await listed()).toEqual([]);
  }, 60_000);

  it('counts each fault once if it has more than 200,000 entries and all are invalid', async () => {
    const count = 200_601; // several batches too many
    const answer = await push(Array(count).fill(1));

    expect([answer.status, answer.body.fault_count]).toEqual([422, count + 1]);
    expect(Object.keys(answer.body.fields)).toHaveLength(100);
  }, 60_000);

  it.each([' \n', '\ufeff'])('of %j is not JSON, unlike an empty body', async (raw) => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, body } = await app.request('POST', `${process}/ingest?commit=1`, { raw, headers });
    expect([status, body.code]).toEqual([400, 'malformed_json']);
  });

  it('of more than 64 MiB returns 413', async () => {
    const raw = `[${'1,'.repeat(33 * 1024 * 1024)}1]`;
    const answer = await app.request('POST', `${process}/ingest?commit=1`, {
      raw,
      headers: { 'Content-Type': 'application/json' },
    });

    expect(answer.status).toBe(413);
  });
});

describe('The entry shown for a unit', () => {
  const RUNS = 25;
  const TIMEOUT_MS = 120_000;
  const YEAR = 12;

  interface Sent {
    provider_id: string;
    price: number;
    lease_term: number | null;
    lease_starts_on: string | null;
  }

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  /** docs/contract/decisions.md, Pricing, Flat view; equal entries stay in the order in which they were sent. */
  function compare(one: Sent, other: Sent): number {
    const today = day(0);
    const isPast = ({ lease_starts_on: start }: Sent) => Number(start !== null && start < today);
    const distance = ({ lease_term: term }: Sent) => (term === null ? Infinity : Math.abs(term - YEAR));
    const far = distance(one) === distance(other) ? 0 : distance(one) - distance(other);
    const start = ({ lease_starts_on: start }: Sent) => start ?? 'none';
    return (
      isPast(one) - isPast(other) ||
      far ||
      (other.lease_term ?? 0) - (one.lease_term ?? 0) ||
      (start(one) < start(other) ? -1 : Number(start(one) > start(other))) ||
      one.price - other.price
    );
  }

  let units: GivenAsset;
  const providers = ['P-1', 'P-10', 'P-2', 'é', 'x'.repeat(40)];

  beforeAll(async () => {
    units = await givenAsset(
      app,
      providers.map((_, at) => `${at}`),
    );
  });

  const entry = fc.record({
    provider_id: fc.constantFrom(...providers),
    price: fc.constantFrom(0, 1000, 1001, 2147483647),
    lease_term: fc.option(fc.constantFrom(1, 6, 11, 12, 13, 18, 120), { freq: 4, nil: null }),
    lease_starts_on: fc.option(fc.constantFrom(day(-400), day(-2), day(2), day(30), '0001-01-01', '9999-12-31'), {
      freq: 4,
      nil: null,
    }),
  });

  it(
    'is the first by the flat rule, in the flat view and in the pricing unit',
    async () => {
      const property = fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 60 }), async (list) => {
        const process = await givenProcess(app, units, 'revenue_management');
        const sent = list.map((each, at) => ({
          ...{ unit_number: `${providers.indexOf(each.provider_id)}`, available_on: '2026-01-01', status: `${at}` },
          ...each,
        }));
        expect((await app.post(`${process}/ingest?commit=1`, sent)).status).toBe(200);
        const first = new Map(
          sent
            .toSorted(compare)
            .toReversed()
            .map((each) => [each.provider_id, each.status]),
        );

        const listed = (await app.get(`${process}/units`)).body.data as { provider_id: string; status: string }[];
        const shown = listed.filter(({ status }) => status !== null);
        expect(new Map(shown.map((unit) => [unit.provider_id, unit.status]))).toEqual(first);
        const flat = (await app.get(`${process}/entries?flat-pricing=1`)).body.data.flat() as typeof listed;
        expect(new Map(flat.map((each) => [each.provider_id, each.status]))).toEqual(first);
      });
      await fc.assert(property, { numRuns: RUNS });
    },
    TIMEOUT_MS,
  );
});
