import { CatalogModule } from '@app/catalog';
import { PricingModule } from '@app/pricing';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('Pricing alone with the platform', () => {
  let pricing: Alone;

  beforeAll(async () => {
    pricing = await bootAlone(PricingModule, [CatalogModule.persistence]);
  });
  afterAll(() => pricing?.close());

  it('serves its own operations', () => {
    expect(contextsOf(pricing.operations)).toEqual(['pricing']);
  });

  it('answers every question', async () => {
    const answers = await pricing.ask();
    expect(answers).toContainEqual({ operation: 'list-pricing-processes', status: 200 });
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  });
});
