import { CatalogModule } from '@app/catalog';
import { MerchandisingModule } from '@app/merchandising';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('Merchandising alone with the platform', () => {
  let merchandising: Alone;

  beforeAll(async () => {
    merchandising = await bootAlone(MerchandisingModule, [CatalogModule.persistence]);
  });
  afterAll(() => merchandising?.close());

  it('serves its own operations', () => {
    expect(contextsOf(merchandising.operations)).toEqual(['merchandising']);
  });

  it('handles every query', async () => {
    const answers = await merchandising.ask();
    expect(answers).toContainEqual({ operation: 'list-filters', status: 200 });
    expect(answers.filter(({ status }) => ![200, 404, 422].includes(status))).toEqual([]);
  });
});
