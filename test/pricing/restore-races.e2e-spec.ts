import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;
let process: string;

beforeAll(async () => {
  app = await TestApp.start();
  other = await app.replica();
  for (const server of [app, other]) server.stopJobs();
});
afterAll(() => app?.close());
beforeEach(async () => {
  asset = await givenAsset(app);
  process = await givenProcess(app, asset, 'revenue_management');
});

const ROUNDS = 8;
const set = (count: number, price: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ unit_number: '101', provider_id: 'P-101', price: price + at, available_on: '2026-12-01', lease_term: at + 1 },
  }));
/** Prices of the data sets by publication; a restored publication has those of its source. */
const SETS: Record<number, number[]> = {
  1: set(8, 1000).map(({ price }) => price),
  2: set(8, 2000).map(({ price }) => price),
};
const listed = async () =>
  (await app.get(`${process}/entries?flat-pricing=0`)).body.data
    .flat()
    .map(({ price }: { price: number }) => price)
    .toSorted((a: number, b: number) => a - b);
const publications = async (): Promise<{ number: number; restored_from: number | null }[]> =>
  (await app.get(`${process}/publications?per-page=100`)).body.data;

/** @param numbers in descending order */
const contiguous = (numbers: number[]) => numbers.every((number, at) => at === 0 || number === numbers[at - 1]! - 1);

beforeEach(async () => {
  for (const price of [1000, 2000]) await app.post(`${process}/ingest?commit=1`, set(8, price));
  const id = process.split('/').at(-1);
  await app.sql(`update pricing.process set guard = '{"max_removed_percent": 25}' where id = $1`, [id]);
});

const restore = (server: TestApp, number: number) => server.post(`${process}/publications/${number}/restore`);
const abort = async (answers: { body: { details?: { transaction_url?: string } } }[]) => {
  for (const { body } of answers) if (body.details?.transaction_url) await app.delete(body.details.transaction_url);
};

it('Concurrent restores and a rejected commit publish complete data sets, one after the other', async () => {
  let published = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all([
      ...[restore(app, 1), restore(other, 1), restore(other, 2)],
      app.post(`${process}/ingest?commit=1`, set(2, 5000)),
    ]);
    for (const { status } of answers) expect([200, 409, 503]).toContain(status);
    await abort(answers);
    published += answers.filter(({ status }) => status === 200).length;
    const [latest, ...rest] = await publications();
    expect(contiguous([latest!, ...rest].map(({ number }) => number))).toBe(true);
    expect(await listed()).toEqual(SETS[latest!.restored_from ?? latest!.number]);
  }
  expect(published).toBeGreaterThan(0);
});

it('A restore finds a publication that is being purged completely or not at all', async () => {
  const { PurgePublicationsJob } = await import('../../libs/pricing/src/publications/purge-publications.job.js');
  const { PurgeEntriesJob } = await import('../../libs/pricing/src/transactions/purge-entries.job.js');
  await app.sql('update pricing.process set history_days = 0 where id = $1', [process.split('/').at(-1)]);
  const purge = async (server: TestApp) => {
    for (const job of [PurgePublicationsJob, PurgeEntriesJob]) await server.run(job);
  };
  const [restored] = await Promise.all([restore(app, 1), purge(app), purge(other)]);

  expect([200, 404, 410]).toContain(restored.status);
  expect(await listed()).toEqual(SETS[restored.status === 200 ? 1 : 2]);
  await Promise.all([purge(app), purge(other)]);
  expect(await publications()).toHaveLength(1);
  expect(await listed()).toEqual(SETS[restored.status === 200 ? 1 : 2]);
});
