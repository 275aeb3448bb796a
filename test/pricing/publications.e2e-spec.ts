import { JsonQuery } from '@app/platform/persistence';
import { jest } from '@jest/globals';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start({ PRICE_HISTORY_DAYS: '30' });
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});
afterEach(() => app.advance(0));

const entry = (unit: string, price = 2000, more: object = {}) => ({
  unit_number: unit,
  provider_id: `P-${unit}`,
  price,
  available_on: '2026-12-01',
  ...more,
});
/** Enough entries for a change of a few of them to be stored as a difference. */
const ten = (prices: Record<number, number> = {}) =>
  Array.from({ length: 10 }, (_, at) => entry('101', prices[at] ?? 2000 + at, { lease_term: at + 1 }));
const commit = async (entries: unknown[], query = '') =>
  (await app.post(`${process}/ingest?commit=1${query}`, entries)).body;
const listed = async () => (await app.get(`${process}/entries?flat-pricing=0`)).body.data.flat();
const changes = async (number: number, query = '') =>
  (await app.get(`${process}/publications/${number}/changes${query}`)).body.data;
const stored = async (where = 'true') =>
  (
    await app.sql<{ n: number }>(`select count(*)::int as n from pricing.entry where asset_id = $1 and ${where}`, [
      asset.id,
    ])
  )[0]!.n;

describe('A commit', () => {
  it('reports what it published, matched and could not match', async () => {
    const { report, transaction_url: url } = await commit([entry('101'), entry('nowhere'), entry('101')]);

    expect(report).toEqual({
      ...{ outcome: 'published', dry_run: false, publication: 1, compared_with: null, as_of: expect.any(String) },
      totals: expect.objectContaining({
        ...{ received: 3, matched: 2, unmatched: 1, unchanged: 0, added: 3, removed: 0, duplicates: 1 },
        ...{ units_priced: 1, units_losing_prices: 0 },
      }),
      warnings: ['unmatched_entries', 'duplicate_entries'],
      issues: [expect.objectContaining({ index: 1 }), expect.objectContaining({ index: 2 })],
    });
    expect((await app.get(url)).body).toMatchObject({ publication: 1, report: report.totals });
  });

  it('stores only the differences, and shows each change with its unit', async () => {
    await commit(ten());
    const before = await listed();
    const sent = [...ten({ 0: 2500, 1: 1500 }).slice(0, 9), entry('102', 1800, { lease_term: 12 })];
    const { report } = await commit(sent);

    expect(report).toMatchObject({
      ...{ outcome: 'published', publication: 2, compared_with: 1, warnings: [] },
      totals: { received: 10, unchanged: 7, added: 1, removed: 1, price_up: 1, price_down: 1, units_priced: 2 },
    });
    const common = { available_on: '2026-12-01', status: null, specials_description: null };
    expect(report.changes.price_up).toEqual([
      {
        ...{ index: 0, unit_id: asset.units[0], provider_id: 'P-101', lease_term: 1, lease_starts_on: null },
        ...{ before: { ...common, price: 2000 }, after: { ...common, price: 2500 } },
      },
    ]);
    expect(report.changes.added).toMatchObject([{ index: 9, unit_id: asset.units[1], before: null }]);
    expect(await stored('until is null')).toBe(10);
    expect(await stored('until = 2')).toBe(3);
    const after = await listed();
    expect(after.slice(0, 7)).toEqual(before.slice(2, 9)); // including the time of receipt
    expect(after.map(({ price }: { price: number }) => price).toSorted()).toEqual(
      sent.map(({ price }) => price).toSorted(),
    );

    expect((await changes(2)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      ...['added', 'price_down', 'price_up', 'removed'],
    ]);
    expect(await changes(2, '?kind=price_up')).toMatchObject([{ after: { price: 2500 }, before: { price: 2000 } }]);
  });

  it('of the live set changes nothing, and says so', async () => {
    const published = (await commit(ten())).report;
    const [url, rows] = [`${process}/entries?flat-pricing=0`, await stored()];
    const tags = async () => [(await app.get(url)).headers.get('etag'), (await app.get(process)).headers.get('etag')];
    const before = await tags();
    await app.advance(1);
    const { report } = await commit(ten().toReversed());

    expect(report).toMatchObject({ outcome: 'unchanged', publication: 1, compared_with: 1, totals: { unchanged: 10 } });
    expect(Date.parse(report.as_of) - Date.parse(published.as_of)).toBeGreaterThanOrEqual(59_000);
    expect(await tags()).toEqual(before);
    expect(await stored()).toBe(rows);
    expect((await app.get(`${process}/publications`)).body.data).toHaveLength(1);
  });

  it('of a mostly new set starts a new generation, and is compared across it', async () => {
    await commit(ten());
    const { report } = await commit(ten().map((each) => ({ ...each, price: each.price + 1 })));

    expect(report.totals).toMatchObject({ unchanged: 0, added: 0, removed: 0, price_up: 10 });
    expect(await changes(2, '?kind=price_up&per-page=3')).toHaveLength(3);
    expect(await changes(2)).toHaveLength(10);
    expect(await changes(1, '?kind=added')).toHaveLength(10);
  });

  it('that leaves a process without prices says so', async () => {
    await commit([entry('101')]);
    const { report } = await commit([entry('wrong')]);

    expect(report).toMatchObject({
      totals: { units_priced: 0, units_losing_prices: 1, unmatched: 1 },
      warnings: ['no_prices_left', 'unmatched_entries'],
    });
  });

  it('without any array ends the transaction and publishes nothing', async () => {
    await commit([entry('101')]);
    const { transaction_ingest_url: ingest } = (await app.post(`${process}/ingest`)).body;
    const answer = await app.post(`${ingest}?commit=1`);

    expect([answer.status, answer.body]).toMatchObject([
      200,
      { status: 'expired', report: { outcome: 'nothing_sent', publication: 1 } },
    ]);
    expect(await listed()).toHaveLength(1);
    expect((await app.post(`${process}/ingest`)).status).toBe(202);
  });
});

describe('An open transaction', () => {
  it('reports how its entries would be matched', async () => {
    const { report, transaction_ingest_url: ingest } = (await app.post(`${process}/ingest`, [entry('101'), entry('x')]))
      .body;
    expect(report).toMatchObject({
      outcome: 'staged',
      publication: null,
      totals: { received: 2, matched: 1, unmatched: 1 },
    });
    expect((await app.post(ingest, [entry('102')])).body.report.totals).toEqual({
      received: 3,
      matched: 2,
      unmatched: 1,
    });
  });
});

describe('A dry run', () => {
  it('reports what the commit would do, and changes nothing', async () => {
    await commit(ten());
    const before = [await listed(), await stored(), (await app.get(`${process}/units`)).body];
    const next = ten({ 3: 1 });
    const answer = await app.post(`${process}/ingest?commit=1&dry-run=1`, next);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      transaction_id: null,
      status: null,
      report: { dry_run: true, publication: 2 },
    });
    expect([await listed(), await stored(), (await app.get(`${process}/units`)).body]).toEqual(before);

    const { report } = await commit(next);
    expect(answer.body.report).toEqual({ ...report, dry_run: true, as_of: undefined });
  });

  it('of an open transaction leaves it open, with its entries', async () => {
    await commit([entry('101')]);
    const { transaction_ingest_url: ingest } = (await app.post(`${process}/ingest`, [entry('101', 1)])).body;
    const dry = (await app.post(`${ingest}?commit=1&dry-run=1`, [entry('102')])).body;
    expect(dry).toMatchObject({
      status: 'pending',
      entry_count: 1,
      report: { dry_run: true, totals: { received: 2 } },
    });
    expect((await app.post(`${ingest}?commit=1`)).body).toMatchObject({ status: 'finished', entry_count: 1 });
  });

  it('requires a commit to preview', async () => {
    const answer = await app.post(`${process}/ingest?dry-run=1`, []);
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, ['dry-run']]);
  });

  it('protects a commit, which is rejected after another publication', async () => {
    await commit([entry('101')]);
    const send = (price: number, tag: string) =>
      app.request('POST', `${process}/ingest?commit=1`, { body: [entry('101', price)], headers: { 'If-Match': tag } });
    expect((await send(1, '"1"')).body.report.publication).toBe(2);
    const stale = await send(2, '"1"');
    expect([stale.status, stale.body.code]).toEqual([412, 'publication_replaced']);
    expect((await send(3, 'W/"x"')).status).toBe(422);
    expect((await listed()).map(({ price }: { price: number }) => price)).toEqual([1]);
  });
});

describe('A past publication', () => {
  const past = async (query: string) => {
    const { status, body } = await app.get(`${process}/entries?flat-pricing=0&${query}`);
    return status === 200 ? prices(body.data.flat()) : [status, body.code];
  };
  const prices = (entries: { price: number }[]) => entries.map(({ price }) => price).toSorted((a, b) => a - b);

  it('is listed by number and by time, across generations', async () => {
    await commit([entry('101', 1), entry('102', 2)]);
    await app.advance(10);
    await commit(ten());
    await app.advance(20);
    await commit(ten({ 0: 5 }));
    const times = (await app.get(`${process}/publications`)).body.data.map(
      (each: { published_at: string }) => each.published_at,
    );
    const now = prices(ten({ 0: 5 }));

    expect(await past('publication=1')).toEqual([1, 2]);
    expect(await past('publication=2')).toEqual(prices(ten()));
    expect(await past('publication=3')).toEqual(now);
    expect([await past('publication=4'), await past('at=x')]).toEqual([
      [404, 'not_found'],
      [422, 'invalid'],
    ]);
    for (const [at, shown] of [now, prices(ten()), [1, 2]].entries())
      expect(await past(`at=${encodeURIComponent(times[at])}`)).toEqual(shown);
    expect(await past('at=2020-01-01')).toEqual([]);
    expect(await past('publication=2&per-page=1&page=2')).toEqual([]);
  });

  it('returns 410 after its retention, and the response names the oldest publication that is kept', async () => {
    const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
    await commit([entry('101', 1)]);
    await commit([entry('101', 2)]);
    await app.advance(31 * 24 * 60);
    await app.run(PurgePublicationsJob);
    for (const query of ['publication=1', 'at=2020-01-01'])
      expect(await past(query)).toEqual([410, 'publication_forgotten']);
    expect(await past('publication=2')).toEqual([2]);
    expect(await past('publication=0')).toEqual([404, 'not_found']);

    const key = await app.key(['service.*'], [await givenAccount(app)]);
    for (const path of ['entries?publication=1', 'entries?at=2020-01-01', 'publications/2/changes'])
      expect((await app.get(`${process}/${path}`, { key })).status).toBe(404);
  });

  it('returns 410 when it is purged while its changes are read', async () => {
    const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
    await commit(ten());
    await commit(ten({ 0: 5 }));
    expect(await changes(2)).toHaveLength(1);
    const json = app.app.get(JsonQuery, { strict: false });
    const page = json.page.bind(json);
    const reading = jest.spyOn(json, 'page').mockImplementationOnce(async (...asked) => {
      await app.advance(31 * 24 * 60);
      await app.run(PurgePublicationsJob);
      return page(...asked);
    });
    try {
      const { status, body } = await app.get(`${process}/publications/2/changes`);
      expect([status, body.code]).toEqual([410, 'publication_forgotten']);
    } finally {
      reading.mockRestore();
    }
  });

  it('is restored completely or not at all', async () => {
    await commit(ten());
    await commit([entry('102')]);
    await app.sql('delete from pricing.entry where asset_id = $1 and lease_term = 1', [asset.id]);
    const { status, body } = await app.post(`${process}/publications/1/restore`);
    expect([status, body.code]).toEqual([410, 'publication_forgotten']);
    expect(await listed()).toHaveLength(1);
    expect((await app.get(`${process}/publications`)).body.data).toHaveLength(2);
  });

  it('is restored as a new publication, with every price', async () => {
    await commit(ten());
    await commit(ten({ 0: 7 }));
    const before = await listed();
    const wrong = ten().map((each) => ({ ...each, provider_id: `X-${each.provider_id}` }));
    expect((await commit(wrong)).report).toMatchObject({ warnings: ['no_prices_left', 'unmatched_entries'] });

    const url = `${process}/publications/2/restore`;
    const dry = await app.post(`${url}?dry-run=1`);
    expect([dry.status, await listed()]).toEqual([200, []]);
    const { status, body } = await app.post(url);
    const previewed = { ...body.report, dry_run: true, as_of: undefined };
    expect([status, body.status, dry.body.report]).toEqual([200, 'finished', previewed]);
    expect(body.report).toMatchObject({ publication: 4, compared_with: 3, totals: { received: 10, units_priced: 1 } });
    const undated = (rows: object[]) => rows.map((row) => ({ ...row, created_at: null }));
    expect(undated(await listed())).toEqual(undated(before));
    expect((await app.get(`${process}/publications/4`)).body).toMatchObject({ restored_from: 2, compared_with: 3 });
    expect((await app.post(url)).body.report.outcome).toBe('unchanged');

    expect((await app.post(`${process}/publications/9/restore`)).status).toBe(404);
    await app.post(`${process}/ingest`);
    expect((await app.post(url)).status).toBe(409);
  });
});

describe('A restore', () => {
  it('restores the full price that units lost with their price, unless it was removed manually', async () => {
    const [first, second] = asset.units;
    const put = (id: string, full_price: number | null) => app.put(`${process}/units/${id}`, { id, full_price });
    const full = async () =>
      (await app.get(`${process}/units?per-page=2`)).body.data.map((unit: Record<string, unknown>) => [
        unit['price'],
        unit['full_price'],
      ]);
    await commit([entry('101'), entry('102')]);
    await put(first!, 2600);
    await put(second!, 2700);
    await commit([entry('101', 2001), entry('102', 2001)]);
    await put(second!, null);
    await commit([]);
    expect(await full()).toEqual([
      [null, null],
      [null, null],
    ]);

    const restore = (number: number, query = '') => app.post(`${process}/publications/${number}/restore${query}`);
    expect((await restore(1, '?dry-run=1')).status).toBe(200);
    expect(await full()).toEqual([
      [null, null],
      [null, null],
    ]);
    await restore(1);
    expect(await full()).toEqual([
      [2000, 2600],
      [2000, null],
    ]);
    const [latest] = (await app.get(`${process}/units/${first}/history`)).body.data;
    expect(latest).toMatchObject({ price: 2000, full_price: 2600, publication: 4 });
    await put(first!, null);
    await restore(2);
    expect(await full()).toEqual([
      [2001, null],
      [2001, null],
    ]);
  });

  it.each([
    ['the live set again', 2000, 'unchanged', 3],
    ['another set', 2001, 'published', 4],
  ])('restores the full price of a unit whose price is live already: %s', async (_, price, outcome, number) => {
    const [unit] = asset.units;
    await commit([entry('101'), entry('102')]);
    await app.put(`${process}/units/${unit}`, { id: unit, full_price: 2600 });
    await commit([]);
    await commit([entry('101'), entry('102', price)]);
    const { body } = await app.post(`${process}/publications/1/restore`);
    const history = (await app.get(`${process}/units/${unit}/history`)).body.data;

    expect(body.report).toMatchObject({ outcome, publication: number });
    expect(history.slice(0, 3)).toMatchObject([
      { price: 2000, full_price: 2600, publication: number, to: null },
      { price: 2000, full_price: null, publication: 3 },
      { price: null, full_price: null, publication: 2 },
    ]);
    expect((await app.get(`${process}/units/${unit}`)).body).toMatchObject({ price: 2000, full_price: 2600 });
  });
});

describe('Unmatched entries', () => {
  const unmatched = async () => (await app.get(`${process}/unmatched`)).body.data;
  const NORTH = { building: 'North', floor: 'Level 1', reason: 'similar_number' };

  it('are listed with suggested units, and count once when one is mapped', async () => {
    await commit([entry('101'), { ...entry('1-01'), provider_id: 'other' }, entry('0102'), entry('nowhere')]);
    const found = await unmatched();
    expect(found).toEqual([
      expect.objectContaining({
        ...{ provider_id: 'other', code: 'unit_unknown' },
        suggestions: [{ ...NORTH, unit_id: asset.units[0], unit_number: '101', provider_id: 'P-101' }],
      }),
      expect.objectContaining({
        ...{ provider_id: 'P-0102', code: 'unit_unknown' },
        suggestions: [{ ...NORTH, unit_id: asset.units[1], unit_number: '102', provider_id: null }],
      }),
      expect.objectContaining({ provider_id: 'P-nowhere', code: 'unit_unknown', suggestions: [] }),
    ]);

    const [, { suggestions }] = found;
    const id = suggestions[0].unit_id;
    expect((await app.put(`${process}/units/${id}`, { id, provider_id: 'P-0102' })).body.price).toBe(2000);
    expect((await unmatched()).map((each: { provider_id: string }) => each.provider_id)).toEqual([
      'other',
      'P-nowhere',
    ]);
  });

  it('explain why no unit was matched', async () => {
    await commit([entry('101'), { ...entry('101'), provider_id: 'second' }]);
    expect(await unmatched()).toMatchObject([{ provider_id: 'second', code: 'provider_id_taken' }]);
  });
});

describe('Publications', () => {
  it('are purged after the retention of their process, however many others there are', async () => {
    const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
    const brief = (await givenProcess(app, asset, 'revenue_management')).split('/').at(-1);
    const usual = process.split('/').at(-1);
    await app.sql(`update pricing.process set history_days = 0 where id = ${brief}`);
    await app.sql(`begin; set local session_replication_role = replica;
      insert into pricing.publication (asset_id, process_id, id, transaction_id, generation_id, entry_count, totals, published_at, actor)
      select ${asset.id}, process, id, 0, 0, 0, '{}', now() - interval '1 day', 'key'
      from unnest(array[${brief}, ${usual}]) process, generate_series(1, case process when ${brief} then 3 else 15000 end) id;
      commit`);

    await app.run(PurgePublicationsJob);

    expect(
      await app.sql(`select process_id, min(id), count(*)::int from pricing.publication
        where process_id in (${brief}, ${usual}) group by 1 order by count(*)`),
    ).toEqual([
      { process_id: brief, min: '3', count: 1 },
      { process_id: usual, min: '1', count: 15_000 },
    ]);
  });

  it('are purged after their retention with entries that only they contained; the live one stays', async () => {
    const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
    const { PurgeEntriesJob } = await import('../../libs/pricing/src/transactions/purge-entries.job.js');
    const purge = async () => {
      await app.run(PurgePublicationsJob);
      await app.run(PurgeEntriesJob);
    };
    const numbers = async () =>
      (await app.get(`${process}/publications`)).body.data.map((each: { number: number }) => each.number);
    await commit([entry('102')]);
    await commit(ten());
    await commit(ten({ 0: 1 }));
    await purge();
    expect([await numbers(), await stored()]).toEqual([[3, 2, 1], 12]);

    await app.advance(31 * 24 * 60);
    await commit(ten({ 0: 1, 1: 1 }));
    await purge();
    expect([await numbers(), await stored()]).toEqual([[4, 3], 11]);
    expect(await changes(4)).toMatchObject([{ kind: 'price_down' }]);
    expect((await app.get(`${process}/publications/2`)).status).toBe(404);
    const forgotten = await app.get(`${process}/publications/3/changes`);
    expect([forgotten.status, forgotten.body.code]).toEqual([410, 'publication_forgotten']);
    expect(await listed()).toHaveLength(10);
  });

  it('cannot be incomplete in the database, so that no list is empty by mistake', async () => {
    await commit([entry('101')]);
    const id = process.split('/').at(-1);
    const change = (set: string) => app.sql(`update pricing.process set ${set} where id = $1`, [id]);

    await expect(change('publication_id = 2')).rejects.toThrow('process_publication_fkey');
    for (const column of ['publication_id', 'published_at', 'published_entries', 'published_bytes', 'content_hash'])
      await expect(change(`${column} = null`)).rejects.toThrow('process_publication_check');
    await expect(app.sql('delete from pricing.publication where process_id = $1', [id])).rejects.toThrow(
      'process_publication_fkey',
    );
    expect(await listed()).toHaveLength(1);
  });
});
