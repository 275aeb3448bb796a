import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '@app/platform/persistence';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start();
  app.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});
afterEach(() => jest.restoreAllMocks());

const entry = (term: number, price: number, more: object = {}) => ({
  ...{ unit_number: '101', provider_id: 'P-101', price, available_on: '2026-12-01', lease_term: term, ...more },
});
const ten = (prices: Record<number, number> = {}) =>
  Array.from({ length: 10 }, (_, at) => entry(at + 1, prices[at] ?? 2000 + at));
const commit = async (entries: unknown[]) => (await app.post(`${process}/ingest?commit=1`, entries)).body.report;
const live = () =>
  app.sql<{ id: string; price: number }>(
    `select entry.id::text, price from pricing.entry join pricing.process on process.asset_id = entry.asset_id
       and published_transaction_id = transaction_id where process.id = $1 and until is null order by lease_term, entry.id`,
    [process.split('/').at(-1)],
  );

interface Sent {
  provider_id: string;
  lease_term: number | null;
  lease_starts_on: string | null;
}

/** The totals of a difference: equal entries pair off, then those of the same unit, term and start. */
function expected(before: readonly Sent[], after: readonly Sent[]): Record<string, number> {
  const gone = [...before];
  const take = (isMatch: (each: Sent) => boolean): boolean => {
    const at = gone.findIndex(isMatch);
    return at >= 0 && gone.splice(at, 1).length > 0;
  };
  const left = after.filter((sent) => !take((each) => JSON.stringify(each) === JSON.stringify(sent)));
  const key = ({ provider_id, lease_term, lease_starts_on }: Sent) => `${provider_id} ${lease_term} ${lease_starts_on}`;
  const added = left.filter((sent) => !take((each) => key(each) === key(sent)));
  const unchanged = after.length - left.length;
  return { received: after.length, unchanged, added: added.length, removed: gone.length };
}

describe('A complete data set', () => {
  it('keeps the ids of unchanged entries', async () => {
    await commit(ten());
    const before = await live();
    const report = await commit([...ten({ 0: 1, 1: 2 }).slice(0, 9), entry(9, 2008)].toReversed());
    expect(report.totals).toMatchObject({ unchanged: 7, price_down: 2, removed: 1, added: 1, duplicates: 1 });
    const after = await live();
    expect(after.slice(2, 9)).toEqual(before.slice(2, 9));
    expect(after.map(({ price }) => price)).toEqual([1, 2, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2008]);
  });

  it('is compared with the publication that is live at the commit, not at its start', async () => {
    await commit(ten());
    const { calls } = jest.spyOn(Database.prototype, 'rows').mock;
    const key = await app.key();
    const body = JSON.stringify(ten({ 0: 3000, 1: 3000 }));
    const slow = request(`${app.base}${process}/ingest?commit=1`, {
      method: 'POST',
      headers: { 'API-Key': key, 'Content-Type': 'application/json' },
    });
    const answered = new Promise<string>((resolve, reject) =>
      slow.once('response', (response) => void text(response).then(resolve, reject)),
    );
    slow.write(body.slice(0, 50));
    while (!calls.some(([sql]) => sql.includes('as delivery'))) await new Promise((resolve) => setImmediate(resolve));

    await commit(ten({ 0: 3000 }));
    slow.end(body.slice(50));
    expect((JSON.parse(await answered) as { report: object }).report).toMatchObject({
      ...{ outcome: 'published', publication: 3, compared_with: 2 },
      totals: { unchanged: 9, price_up: 1, added: 0, removed: 0 },
    });
    expect((await live()).map(({ price }) => price).slice(0, 3)).toEqual([3000, 3000, 2002]);
  });

  it.each([
    ['as a difference', { 0: 1 }],
    ['as a new generation', Object.fromEntries(ten().map((_, at) => [at, 1]))],
  ])('sent in several requests shows when its entries were received: stored %s', async (_, prices) => {
    await commit(ten());
    const { transaction_id: id, transaction_ingest_url: url } = (await app.post(`${process}/ingest`, ten(prices))).body;
    await app.sql(`update pricing.entry set created_at = '2026-01-02 03:04:05Z' where transaction_id = $1`, [id]);
    expect((await app.post(`${url}?commit=1`)).status).toBe(200);

    const [changed] = (await app.get(`${process}/entries?flat-pricing=0`)).body.data
      .flat()
      .filter(({ price }: { price: number }) => price === 1);
    expect(changed.created_at).toBe('2026-01-02T03:04:05+00:00');
  });

  it('shows the first received of equally ranked entries, including unchanged ones', async () => {
    const [first, second] = [entry(12, 1000, { status: 'first' }), entry(12, 1000, { status: 'second' })];
    await commit([first, second, ...ten()]);
    await commit([second, first, ...ten({ 3: 5000 })]);
    const [unit] = (await app.get(`${process}/units`)).body.data;
    const [flat] = (await app.get(`${process}/entries?flat-pricing=1`)).body.data.flat();
    expect([unit.status, flat.status]).toEqual(['first', 'first']);
    await commit([second, ...ten({ 3: 5000 })]);
    expect((await app.get(`${process}/units`)).body.data[0].status).toBe('second');
  });

  it('overwrites manual changes to a unit, even if its entries are unchanged', async () => {
    await commit([...ten(), entry(12, 1500, { status: 'vacant' })]);
    const id = asset.units[0]!;
    await app.put(`${process}/units/${id}`, { id, status: 'held' });
    await commit([...ten({ 3: 5000 }), entry(12, 1500, { status: 'vacant' })]);
    expect((await app.get(`${process}/units/${id}`)).body.status).toBe('vacant');
  });

  it('may be empty, and may follow an empty set', async () => {
    await commit(ten());
    expect((await commit([])).totals).toMatchObject({ received: 0, removed: 10, units_losing_prices: 1 });
    expect((await commit(ten())).totals).toMatchObject({ added: 10, removed: 0, units_priced: 1 });
    expect(await live()).toHaveLength(10);
  });

  /** Reports of the same commit: sent in one request, and stored by an earlier one. */
  async function reports(entries: unknown[]): Promise<object[]> {
    const whole = await app.post(`${process}/ingest?commit=1&dry-run=1`, entries);
    const transaction = new URL((await app.post(`${process}/ingest`, entries)).body.transaction_url).pathname;
    const stored = await app.post(`${transaction}/ingest?commit=1&dry-run=1`);
    await app.delete(transaction);
    return [whole, stored].map(({ body }) => body.report);
  }

  it('has the same report in one request and in several', async () => {
    const sent = fc.record({
      provider_id: fc.constantFrom('P-101', 'P-102', 'P-é'),
      lease_term: fc.constantFrom(null, 6, 12),
      lease_starts_on: fc.constantFrom(null, '2027-01-01', '2027-02-01'),
      price: fc.integer({ min: 1, max: 3 }),
      available_on: fc.constantFrom('2026-12-01', '2027-01-01'),
      specials_description: fc.constantFrom(null, '', 'First month free'),
      status: fc.constantFrom('vacant', 'leased'),
    });
    const sets = fc.array(sent, { maxLength: 14 }).map((set) => set.map((each) => ({ unit_number: '101', ...each })));
    const property = fc.asyncProperty(sets, sets, async (before, after) => {
      await commit(before);
      const [whole, stored] = await reports(after);
      expect(stored).toEqual(whole);
      expect(whole).toMatchObject({ totals: expected(before, after) });
    });
    await fc.assert(property, { numRuns: 15, seed: 17 });
  });

  it('with many entries has the same report in one request and in several', async () => {
    const large = (price: number) =>
      Array.from({ length: 10_000 }, (_, at) => entry(1 + (at % 100), price, { provider_id: `P-${at % 200}` }));
    const [before, after] = [large(1000), large(2000)];
    await commit(before);
    const [whole, ...others] = await reports([...after.slice(500), ...before.slice(0, 100), entry(120, 1)]);
    expect(others).toEqual([whole]);
    expect(whole).toMatchObject({ totals: { unchanged: 100, added: 1, price_up: 9_500, removed: 400 } });
    const [repeated, ...again] = await reports([...before.slice(10), ...after.slice(0, 10)]);
    expect(again).toEqual([repeated]);
    expect(repeated).toMatchObject({ totals: { unchanged: 9_990, price_up: 10, removed: 0 } });
  });
});
