import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '@app/platform/persistence';
import { jest } from '@jest/globals';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

const MiB = 1024 ** 2;
const MAX_PAGE_BYTES = 4 * MiB;

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app, ['1', '2', '3']);
  process = await givenProcess(app, asset, 'revenue_management');
});

const entry = (unit: string, price: number, more: object = {}) => ({
  ...{ unit_number: unit, provider_id: `P-${unit}`, price, available_on: '2026-12-01', ...more },
});
const many = (unit: string, count: number, more: object = {}, from = 0) =>
  Array.from({ length: count }, (_, n) => entry(unit, from + n, more));
/** Fields of about this many KiB of JSON. */
const heavy = (kib: number) => ({
  leasing_fields: Object.fromEntries(Array.from({ length: kib }, (_, n) => [`k${n}`, 'x'.repeat(1012)])),
});
const open = async () => (await app.post(`${process}/ingest`)).body.transaction_ingest_url as string;
const total = async () => (await app.sql<{ n: number }>('select count(*)::int as n from pricing.entry'))[0]!.n;

describe('A unit', () => {
  it('may have ten thousand entries in a request, and no more', async () => {
    const before = await total();
    const refused = await app.post(`${process}/ingest?commit=1`, [...many('1', 10_001), entry('2', 1)]);
    expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
      422,
      'too_many_entries_of_unit',
      { body: ['a unit has at most 10000 in a transaction, provider_id "P-1" would have 10001'] },
    ]);
    expect(await total()).toBe(before);

    expect((await app.post(`${process}/ingest?commit=1`, [...many('1', 10_000), entry('2', 1)])).status).toBe(200);
  });

  it('may have ten thousand entries in a transaction; a request that exceeds them changes nothing', async () => {
    const ingest = await open();
    for (const from of [0, 4_000]) expect((await app.post(ingest, many('1', 4_000, {}, from))).status).toBe(200);
    const refused = await app.post(`${ingest}?commit=1`, many('1', 2_001));
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_entries_of_unit']);
    expect(refused.headers.get('link')).toContain('rel="transaction"');

    expect((await app.post(ingest, many('2', 9_000))).body).toMatchObject({ status: 'pending', entry_count: 17_000 });
    const committed = await app.post(`${ingest}?commit=1`, many('1', 2_000));
    expect(committed.body).toMatchObject({ status: 'finished', entry_count: 19_000 });
  });
});

describe('A transaction', () => {
  const sent = async (columns: string) => {
    const ingest = await open();
    await app.sql(`update pricing.transaction set ${columns} where status = 'pending'`);
    return [ingest, await app.post(ingest, many('1', 2))] as const;
  };

  it('accepts two million entries', async () => {
    const [ingest, refused] = await sent('entry_count = 1999999');
    expect([refused.status, refused.body.code]).toEqual([422, 'too_many_entries']);
    expect((await app.post(ingest, many('1', 1))).body).toMatchObject({ status: 'pending', entry_count: 2_000_000 });
  });

  it('accepts 1 GiB', async () => {
    const [ingest, refused] = await sent(`byte_count = ${1024 ** 3 - 150}`);
    expect([refused.status, refused.body.code]).toEqual([413, 'transaction_too_large']);
    expect((await app.post(ingest, many('1', 1))).body).toMatchObject({ status: 'pending', entry_count: 1 });
  });
});

describe('A large list of entries', () => {
  interface Listed {
    data: { unit_id: string; price: number }[][];
    paging: { prev_url: string | null };
  }
  const walked = async (query: string) => {
    const found: Listed[] = [];
    for (let url: string | null = `${process}/entries${query}`; url;) {
      const { status, text, body } = await app.get(url);
      expect([status, text.length < MAX_PAGE_BYTES + 1000]).toEqual([200, true]);
      found.push(body);
      url = body.paging.next_url;
    }
    return found;
  };
  const pages = async (query: string) => (await walked(query)).map(({ data }) => data);
  const publish = async (...deliveries: object[][]) => {
    const ingest = await open();
    for (const delivery of deliveries) expect((await app.post(ingest, delivery)).status).toBe(200);
    expect((await app.post(`${ingest}?commit=1`)).status).toBe(200);
  };

  let large: { asset: GivenAsset; process: string };
  beforeAll(async () => {
    asset = await givenAsset(app, ['1', '2', '3']);
    process = await givenProcess(app, asset, 'revenue_management');
    await publish(many('1', 600, heavy(30)), [...many('2', 3), ...many('3', 200, heavy(30))]);
    large = { asset, process };
  });
  beforeEach(() => void ({ asset, process } = large));

  it('has pages of bounded size, with every entry once and in order', async () => {
    const found = await pages('');
    const prices = (unit: number) =>
      found
        .flat(2)
        .filter(({ unit_id }) => unit_id === asset.units[unit])
        .map(({ price }) => price);

    expect(found.length).toBe(6);
    expect(prices(0)).toEqual(Array.from({ length: 600 }, (_, n) => n));
    expect(prices(1)).toEqual([0, 1, 2]);
    expect(prices(2)).toEqual(Array.from({ length: 200 }, (_, n) => n));
    expect((await pages('?per-page=1')).flat(2)).toEqual(found.flat(2));
    expect((await app.get(`${process}/entries?total=1`)).body.paging.total_count).toBe(3);
  });

  it('is not read for clients that have disconnected', async () => {
    const statements = jest.spyOn(app.app.get(Database, { strict: false }), 'rows');
    const ran = (text: RegExp) =>
      statements.mock.results.filter((_, at) => text.test(statements.mock.calls[at]![0])).map(({ value }) => value);
    const queued = async (n: number) => {
      while (ran(/process\.id = :process$/).length < n) await sleep(5);
      await Promise.all(ran(/process\.id = :process$/)); // then it enters the queue
      await sleep(0);
    };
    const ask = (n: number, more = {}) =>
      Array.from({ length: n }, (_, at) => app.get(`${process}/entries?per-page=${at + 1}`, more));
    const clients = new AbortController();
    const lock = new pg.Client({ connectionString: app.databaseUrl });
    await lock.connect();
    await lock.query('begin; lock table pricing.entry in access exclusive mode');
    const first = ask(4);
    await queued(4);
    const left = Promise.allSettled(ask(6, { signal: clients.signal }));
    await queued(10);
    clients.abort();
    await left;
    const last = ask(1);
    await lock.end();

    expect((await Promise.all([...first, ...last])).map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(ran(/^declare listed/)).toHaveLength(5);
    statements.mockRestore();
  });

  it('continues to the last unit when a page ends between two units', async () => {
    asset = await givenAsset(app, ['1', '2', '3', '4', '5']);
    process = await givenProcess(app, asset, 'revenue_management');
    await publish(many('1', 101, heavy(40)), [entry('2', 0, heavy(40)), ...['3', '4', '5'].map((unit) => entry(unit, 0))]); // oxfmt-ignore
    const walk = await walked('?per-page=2');
    const found = walk.map(({ data }) => data);

    expect(found[0]!.map((entries) => entries.length)).toEqual([101]);
    expect(found.slice(1).map((page) => page.flat().map(({ unit_id }) => unit_id))).toEqual([
      asset.units.slice(1, 3),
      asset.units.slice(3),
    ]);
    // No number leads back to a page that ended early.
    expect(walk.map(({ paging }) => paging.prev_url)).toEqual([null, null, null]);
    const light = await walked(`?per-page=1&flat-pricing=1`);
    expect((await app.get(light[2]!.paging.prev_url!)).body.data).toEqual(light[1]!.data);
  });

  it('lists each unit once in the flat view, with the same entry, wherever a page ends', async () => {
    asset = await givenAsset(
      app,
      Array.from({ length: 130 }, (_, n) => `${n}`),
    );
    process = await givenProcess(app, asset, 'revenue_management');
    const both = (unit: string) => [12, 6].map((term) => entry(unit, term, { lease_term: term, ...heavy(50) }));
    await publish(Array.from({ length: 130 }, (_, n) => both(`${n}`)).flat());
    const found = await pages('?per-page=1000&flat-pricing=1');

    expect(found.map((units) => units.length)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(found.flat(2).map(({ unit_id, price }) => [unit_id, price])).toEqual(asset.units.map((unit) => [unit, 12]));
  });

  it('has pages of bounded size even if its entries were sent in a smaller form', async () => {
    asset = await givenAsset(app, ['1', '2', '3']);
    process = await givenProcess(app, asset, 'revenue_management');
    await publish(['1', '2', '3'].flatMap((unit) => many(unit, 8_000)));
    const found = await pages('');

    expect(found.map((units) => units.length)).toEqual([2, 2]);
    expect(found.flat(2).map(({ unit_id, price }) => `${unit_id} ${price}`)).toEqual(
      asset.units.flatMap((unit) => Array.from({ length: 8_000 }, (_, n) => `${unit} ${n}`)),
    );
    expect((await app.get(`${process}/entries?page=1`)).body.data).toHaveLength(3);
  });

  it('rejects a page number whose page would be incomplete, and serves others', async () => {
    const refused = await app.get(`${process}/entries?page=1`);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['per-page']]);
    const second = await app.get(`${process}/entries?page=2&per-page=1`);
    expect(second.body.data).toEqual([[expect.anything(), expect.anything(), expect.anything()]]);
    expect(second.body.paging.prev_url).toContain('page=1');
  });

  it('is filtered, flattened and looked up like a small list', async () => {
    const flat = (await app.get(`${process}/entries?flat-pricing=1`)).body.data;
    expect(flat.map((entries: { price: number }[]) => entries.map(({ price }) => price))).toEqual([[0], [0], [0]]);
    expect((await app.get(`${process}/entries?unit=${asset.units[1]}`)).body.data[0]).toHaveLength(3);
    expect((await app.get(`${process}x/entries`)).status).toBe(404);
    const { headers } = await app.get(`${process}/entries?unit=${asset.units[1]}`);
    const again = { headers: { 'If-None-Match': headers.get('etag')! } };
    expect((await app.get(`${process}/entries?unit=${asset.units[1]}`, again)).status).toBe(304);
  });

  it('is rejected by page number above 16 MiB, and complete below', async () => {
    const whole = await app.get(`${process}/entries?page=1&unit=${asset.units[2]}`);
    expect([whole.status, whole.body.data[0].length]).toEqual([200, 200]);
    expect((await app.get(`${process}/entries?page=1&unit=${asset.units[0]}`)).status).toBe(422);
  });

  it('waits for slow readers, but not for those that have disconnected', async () => {
    const key = await app.key();
    const headers = { 'API-Key': key };
    const begun = async (): Promise<ClientRequest> => {
      const asking = get(`${app.base}${process}/entries`, { agent: false, headers });
      const [response] = (await once(asking, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      return asking; // the response is not read
    };
    const readers = await Promise.all(Array.from({ length: 4 }, begun));
    const next = app.get(`${process}/entries`);
    const others = await app.get(`${process}/entries?unit=${asset.units[1]}&page=1`);
    expect(others.body.data[0]).toHaveLength(3);
    for (const reader of readers) reader.destroy();
    expect((await next).status).toBe(200);
  });

  it('is read by several clients at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.get(`${process}/entries`)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text.length}`)).size).toBe(1);
  });
});
