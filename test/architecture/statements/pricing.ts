import { FindUnitOffers, PublishedPrices, SelectedEntries, ViewerPrices } from '@app/pricing/contract';
import { PurgePublicationsJob } from '../../../libs/pricing/src/publications/purge-publications.job.js';
import { PurgeEntriesJob } from '../../../libs/pricing/src/transactions/purge-entries.job.js';
import { PROVISIONING } from './provision.js';
import type { Given, Samples } from './sample.js';

/** Of the first publication. */
export const PRICES = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [101 + at, 1500 + at]));

const entry = (number: string, price: number) => ({
  ...{ unit_number: number, provider_id: number, price, available_on: '2026-12-01' },
});
/** Other prices for the same units, and two entries of a provider id without a unit. */
export const ENTRIES = [
  ...Object.entries(PRICES).map(([number, price]) => entry(number, price + 100)),
  ...[entry('nowhere', 1), entry('nowhere', 2)],
];

const processOf = ({ pricing }: Given): string => /\d+$/.exec(pricing)![0];

/** A data set of several requests. */
async function severalRequests({ app, pricing }: Given): Promise<void> {
  const { body } = await app.post(`${pricing}/ingest`);
  const transaction = `${pricing}/transactions/${(body as { transaction_id: string }).transaction_id}`;
  await app.post(`${transaction}/ingest`, [entry('101', 1700)]);
  await app.sql('update pricing.transaction set largest_unit = 2000000000'); // of which it is counted
  await app.get(transaction);
  await app.post(`${transaction}/ingest?commit=1`, [entry('102', 1800)]);
}

/** Entries of more than a page. */
async function largeList({ app, pricing }: Given): Promise<void> {
  await app.sql('update pricing.process set published_bytes = 2000000000');
  await app.get(`${pricing}/entries?total=1&flat-pricing=0`);
}

async function purge({ app, run }: Given): Promise<void> {
  await app.advance(5_000_000);
  await run(PurgePublicationsJob);
  await app.sql('update pricing.transaction set needs_sweep = true');
  await run(PurgeEntriesJob);
  await app.advance(0);
}

export const PRICING: Samples = {
  'pricing/src/processes/process': ['pricing', ':process', ':process/transactions', ':process/transactions/1'],
  'pricing/src/entries/entry': [
    ':process/entries',
    ':process/entries?flat-pricing=0',
    ':process/entries?flat-pricing=1&unit=1',
    ':process/entries?at=2026-01-01',
    ':process/entries?publication=1&flat-pricing=1',
  ],
  'pricing/src/publications/publication': [
    ':process/publications',
    ':process/publications/1',
    ':process/publications/1/changes',
    ':process/publications/1/changes?kind=added',
    ':process/publications/2/changes',
    ':process/publications/3/changes',
  ],
  'pricing/src/publications/entry-comparison': [
    ['POST :process/ingest?commit=1&dry-run=1', [...ENTRIES, entry('elsewhere', 1)]],
    ['POST :process/ingest?commit=1', [...ENTRIES, entry('elsewhere', 2)]],
  ],
  'pricing/src/transactions/transaction': [['a data set of several requests', severalRequests]],
  'pricing/src/restore/restore-publication': ['POST :process/publications/1/restore'],
  'pricing/src/units/pricing-unit': [
    ':process/units',
    ':process/units?publication=1',
    ':process/units/1',
    ':process/units/1?at=2026-01-01',
    ':process/units/1/history?from=2026-01-01&to=2027-01-01',
    ['PUT :process/units/1', { provider_id: 'nowhere' }],
    ['PUT :process/units/batch', { data: [{ unit_id: '1', provider_id: '101' }] }],
    'units?include=pricing_units',
  ],
  'pricing/src/unmatched/unmatched': [':process/unmatched'],
  'pricing/src/read-models/published-prices': [
    ['PublishedPrices', ({ fixture, query }) => query(new PublishedPrices([fixture.asset.id]))],
  ],
  'pricing/src/read-models/selected-entries': [
    ['SelectedEntries', ({ fixture, query }) => query(new SelectedEntries(fixture.asset.id))],
  ],
  'pricing/src/read-models/unit-offers': [
    [
      'FindUnitOffers',
      (given) =>
        given.query(new FindUnitOffers(given.fixture.asset.id, processOf(given), given.fixture.asset.units[0]!)),
    ],
  ],
  'pricing/src/read-models/viewer-prices': [
    ['ViewerPrices', ({ fixture, query }) => query(new ViewerPrices(fixture.asset.id))],
  ],
  'pricing/src/provisioning/provisioning': PROVISIONING,
  'pricing/src/entries/large-pages': [['a list that is larger than a page', largeList]],
  'pricing/src/publications/purge-publications': [['runs of PurgePublicationsJob and PurgeEntriesJob', purge]],
};
