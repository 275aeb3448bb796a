/** The files of a consumer. */

/** Events whose producer has a query for what they announce. */
const QUERIES = {
  PricesPublished: {
    query: 'PublishedPrices',
    statement: `select from unnest(:assets::bigint[], :units::bigint[], :prices::integer[]) as priced (asset_id, unit_id, price)`,
    values: `{
      assets: prices.map(({ assetId }) => assetId),
      units: prices.map(({ unitId }) => unitId),
      prices: prices.map(({ price }) => price),
    }`,
    cause: `await givenPrices(app, asset, { 101: 1500 });`,
    helpers: 'givenAsset, givenPrices',
  },
};

const constantOf = (name) => name.replaceAll('-', '_').toUpperCase();

export const job = ({ Class, name, event, producer }) => {
  const { query, statement, values } = QUERIES[event] ?? {};
  const read = query ? `const prices = await this.queries.execute(new ${query}(assets));\n    ` : '';
  return `import { Consumer, OutboxConsumer } from '@app/platform/persistence';
import { ${[event, query].filter(Boolean).sort().join(', ')} } from '@app/${producer}/contract';

const ${constantOf(name)} = \`${statement ?? 'select unnest(:assets::bigint[])'}\`;

@Consumer('${name}', ${event})
export class ${Class}Job extends OutboxConsumer {
  protected async consume(assets: string[]): Promise<void> {
    ${read}await this.database.execute(${constantOf(name)}, ${values ?? '{ assets }'});
  }
}
`;
};

export const spec = ({ Class, name, context, event, producer }) => {
  const { cause, helpers } = QUERIES[event] ?? {};
  return `import { jest } from '@jest/globals';
${cause ? '' : `import { ${event} } from '@app/${producer}/contract';\n`}import { ${Class}Job } from '../../libs/${context}/src/${name}/${name}.job.js';
import { TestApp } from '../support/app.js';
import { ${helpers ?? 'givenAsset'} } from '../support/given.js';

const app = TestApp.forSuite();

describe('${Class}Job', () => {
  it('consumes ${event}', async () => {
    const consume = jest.spyOn(app.app.get(${Class}Job, { strict: false }), 'consume' as never);
    const asset = await givenAsset(app);
    ${cause ?? `await app.publish(new ${event}(asset.id));`}
    await app.run(${Class}Job);

    expect(consume).toHaveBeenCalledWith([asset.id]);
    expect(await app.sql("select from platform.outbox_entry where consumer = '${name}'")).toEqual([]);
  });
});
`;
};
