import fc from 'fast-check';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

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

describe('The entry shown for a unit', () => {
  let app: TestApp;
  let asset: GivenAsset;
  const providers = ['P-1', 'P-10', 'P-2', 'é', 'x'.repeat(40)];

  beforeAll(async () => {
    app = await TestApp.start();
    asset = await givenAsset(
      app,
      providers.map((_, at) => `${at}`),
    );
  });
  afterAll(() => app.close());

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
        const process = await givenProcess(app, asset, 'revenue_management');
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

        const units = (await app.get(`${process}/units`)).body.data as { provider_id: string; status: string }[];
        const shown = units.filter(({ status }) => status !== null);
        expect(new Map(shown.map((unit) => [unit.provider_id, unit.status]))).toEqual(first);
        const flat = (await app.get(`${process}/entries?flat-pricing=1`)).body.data.flat() as typeof units;
        expect(new Map(flat.map((each) => [each.provider_id, each.status]))).toEqual(first);
      });
      await fc.assert(property, { numRuns: RUNS });
    },
    TIMEOUT_MS,
  );
});
