import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database, TriggeredJob } from '@app/platform/persistence';
import { TestApp } from '../support/app.js';
import { givenPrices, givenSuiteAsset } from '../support/given.js';

/** Requests by the file beside the queries that serve them. Ids need not exist: a statement checks its preconditions itself. */
const SAMPLES: Record<string, string[]> = {
  'catalog/src/accounts/account': ['/v1/accounts', '/v1/accounts/1', '/v1/accounts/1/assets?asset=1'],
  'catalog/src/assets/asset': [
    '/v1/assets',
    '/v1/assets?name=creek&market=multifamily&updated-since=2026-01-01',
    '/v1/assets/1',
  ],
  'catalog/src/buildings/building': ['buildings', 'buildings?page=2', 'buildings?total=1', 'buildings/1'],
  'catalog/src/floor-plans/floor-plan': ['floor-plans', 'floor-plans/1'],
  'catalog/src/floors/floor': ['floors', 'floors/1'],
  'catalog/src/units/unit': [
    'units',
    'units?unit-number=101&building=1&floor=1&floor-plan=1&updated-since=2026-01-01',
    'units/1',
  ],
  'mapping/src/backgrounds/background': ['maps/1/backgrounds', 'maps/1/backgrounds/1'],
  'mapping/src/embeds/embed': ['/v1/accounts/1/embeds', '/v1/accounts/1/embeds?asset=1', '/v1/accounts/1/embeds/1'],
  'mapping/src/landing-pages/landing-page': ['landing-pages', 'landing-pages/1'],
  'mapping/src/unit-maps/unit-map': ['maps', 'maps?tags=level-1', 'maps/1', 'maps/1/units'],
  'merchandising/src/asset-outbound-links/asset-outbound-link': ['outbound-links', 'outbound-links/1'],
  'merchandising/src/description-groups/description-group': ['units/description-groups', 'units/description-groups/1'],
  'merchandising/src/descriptions/description': [
    'units/description-groups/1/descriptions',
    'units/description-groups/1/descriptions/1',
    'units/description-groups/1/units',
  ],
  'merchandising/src/filters/filter': ['filters', 'filters/1', 'filters/1/options/1'],
  'merchandising/src/galleries/gallery': ['galleries', 'galleries/1'],
  'merchandising/src/marker-descriptions/marker-description': ['marker-descriptions', 'marker-descriptions/1'],
  'merchandising/src/unit-outbound-links/unit-outbound-link': ['units/outbound-links', 'units/outbound-links/1'],
  'references/src/asset-references/asset-reference': ['references', 'references/1', '/v1/references?key=k&value=v'],
  'references/src/unit-references/unit-reference': [
    'units/reference-groups',
    'units/reference-groups/1',
    'units/reference-groups/1/references',
    'units/references?key=k&value=v',
  ],
  'pricing/src/processes/process': ['pricing', ':process', ':process/transactions/1'],
  'pricing/src/entries/entry': [
    ':process/entries',
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
  ],
  'pricing/src/publications/entry-comparison': [':process/ingest?commit=1&dry-run=1', ':process/ingest?commit=1'],
  'pricing/src/units/pricing-unit': [
    ':process/units',
    ':process/units?publication=1',
    ':process/units/1',
    ':process/units/1?at=2026-01-01',
    ':process/units/1/history?from=2026-01-01&to=2027-01-01',
  ],
  'pricing/src/unmatched/unmatched': [':process/unmatched'],
};

const CHANGED = [{ unit_number: '101', provider_id: '101', price: 1600, available_on: '2026-12-01' }];

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);
let pricing: string;
const recorded: string[] = [];

beforeAll(async () => {
  app.stopJobs();
  TriggeredJob.prototype.trigger = () => undefined; // what follows a commit is not part of the request
  pricing = await givenPrices(app, asset, { 101: 1500, 102: 1700 });
  await app.post(`${pricing}/ingest?commit=1`, CHANGED);
  const database = app.app.get(Database, { strict: false });
  const { statement } = database;
  database.statement = (sql) => {
    recorded.push(sql);
    return statement.call(database, sql);
  };
});

/** The statements on tables of the context. */
async function statementsOf(context: string, sample: string): Promise<string[]> {
  recorded.length = 0;
  const path = sample.startsWith('/')
    ? sample
    : sample.replace(/^(?!:)/, `${asset.path}/`).replace(':process', pricing);
  const isIngest = path.includes('/ingest');
  await (isIngest ? app.post(path, [{ ...CHANGED[0], price: 1550 }]) : app.get(path));
  const schema = { references: 'reference' }[context] ?? context;
  return recorded.filter((sql) => new RegExp(`\\b${schema}\\.`).test(sql));
}

/** As sent, without the indentation of the source. */
const shown = (sql: string): string => `${sql.trim().replaceAll(/ *\n\s*/g, '\n  ')};`;

describe('Statements put together from fragments are as in the file beside them; `npm run sql` writes it', () => {
  it.each(Object.entries(SAMPLES))('%s.sql', async (name, samples) => {
    const known = new Set<string>();
    const sections: string[] = [];
    for (const sample of samples) {
      const sent = await statementsOf(name.split('/')[0]!, sample);
      expect([sample, sent]).not.toEqual([sample, []]);
      const fresh = sent.filter((sql) => !known.has(sql));
      for (const sql of fresh) known.add(sql);
      if (fresh.length > 0) sections.push([`-- ${sample}`, ...new Set(fresh.map(shown))].join('\n'));
    }
    const file = join(import.meta.dirname, '../../libs', `${name}.sql`);
    const text = `${sections.join('\n\n')}\n`;
    if (process.env['WRITE_SQL']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
