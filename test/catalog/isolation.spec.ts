import { CatalogHttpModule, CatalogModule } from '@app/catalog';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('The catalog alone with the platform', () => {
  let catalog: Alone;

  beforeAll(async () => {
    catalog = await bootAlone(CatalogModule, [], CatalogHttpModule);
  });
  afterAll(() => catalog?.close());

  it('serves its own operations', () => {
    expect(contextsOf(catalog.operations)).toEqual(['catalog']);
  });

  it('handles every query', async () => {
    const answers = await catalog.ask();
    expect(answers).toContainEqual({ operation: 'view-asset', status: 200 });
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  });
});
