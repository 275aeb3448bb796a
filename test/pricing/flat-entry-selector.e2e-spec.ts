import { jest } from '@jest/globals';
import { Database } from '@app/platform/persistence';
import fc from 'fast-check';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

const RUNS = 25;
const TIMEOUT_MS = 120_000;
const UNITS = 12;

/** The service selects the entry shown for each unit while it reads a whole data set; otherwise Postgres does. Both must agree. */
describe('The entry that stands for a unit', () => {
  let app: TestApp;
  let asset: GivenAsset;

  beforeAll(async () => {
    app = await TestApp.start();
    // Two units have the same number, so it matches neither.
    const numbers = [...Array.from({ length: UNITS }, (_, at) => `${at}`), '3'];
    asset = await givenAsset(app, numbers);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3, nil: undefined });
  const providers = ['P-1', 'P-10', 'P-2', 'é', 'e', '🏠', 'same start', 'same start 2', 'x'.repeat(40)];
  const entry = fc.record({
    unit_number: fc.integer({ min: 0, max: UNITS }).map(String),
    provider_id: fc.constantFrom(...providers),
    price: fc.integer({ min: 1000, max: 1003 }),
    available_on: fc.constantFrom('2026-01-01', '2027-03-04'),
    lease_term: fc.option(fc.constantFrom(1, 6, 11, 12, 13, 18, 120), { freq: 4, nil: null }),
    lease_starts_on: fc.option(fc.constantFrom(day(-400), day(-2), day(2), day(30), '0001-01-01', '9999-12-31'), {
      freq: 4,
      nil: null,
    }),
    status: rarely(fc.constantFrom('Available', 'On notice', '')),
    specials_description: rarely(fc.constantFrom('One month free', 'é'.repeat(30))),
    leasing_fields: rarely(fc.constant({ quote: 1 })),
  });
  /** Enough entries per unit for the service to select; in any order, or in the same order for each term, as in feeds. */
  const entries = fc
    .record({
      list: fc.array(entry, { minLength: providers.length * 3, maxLength: 120 }),
      isRegular: fc.boolean(),
    })
    .map(({ list, isRegular }) =>
      isRegular ? list.map((each, at) => ({ ...each, provider_id: providers[at % providers.length]! })) : list,
    );

  const ingest = async (process: string, body: unknown, query = '') => {
    const answer = await app.post(`${process}/ingest${query}`, body);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const shown = (process: string) =>
    app.sql(
      `select id::text, provider_id, price, available_on, status, specials_description, full_price
       from pricing.unit where process_id = $1 order by id`,
      [process.split('/').at(-1)],
    );

  it(
    'is the same however the data set came',
    async () => {
      const rows = jest.spyOn(Database.prototype, 'rows');
      let mostShown = 0;
      await fc.assert(
        fc.asyncProperty(entries, fc.nat(), async (list, cut) => {
          // Without an earlier publication, so that the data set becomes a new generation.
          const whole = await givenProcess(app, asset, 'revenue_management');
          const parts = await givenProcess(app, asset, 'revenue_management');
          const at = 1 + (cut % (list.length - 1));
          rows.mockClear();
          await ingest(whole, list, '?commit=1');
          expect(rows.mock.calls.some(([sql]) => sql.includes('unnest(:providers'))).toBe(true);

          const { transaction_ingest_url: url } = await ingest(parts, list.slice(0, at));
          expect((await app.post(`${url}?commit=1`, list.slice(at))).status).toBe(200);
          const units = await shown(whole);
          expect(units).toEqual(await shown(parts));
          mostShown = Math.max(mostShown, units.length);
        }),
        { numRuns: RUNS },
      );
      expect(mostShown).toBeGreaterThan(3);
    },
    TIMEOUT_MS,
  );

  it('is looked for by Postgres when there are hardly more entries than units that are known', async () => {
    const rows = jest.spyOn(Database.prototype, 'rows');
    const process = await givenProcess(app, asset, 'flat_pricing');
    const [list] = fc.sample(entries, { numRuns: 1, seed: 1 });
    const set = [...new Map(list!.map((each) => [each.provider_id, each])).values()];
    const isTold = async (sent: typeof set) => {
      rows.mockClear();
      await ingest(process, sent, '?commit=1');
      return rows.mock.calls.some(([sql]) => sql.includes('unnest(:providers'));
    };
    expect(await isTold(set)).toBe(true);
    expect(await isTold(set.map((each) => ({ ...each, price: each.price + 1 })))).toBe(false);
  });
});
