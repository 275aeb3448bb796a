import { CatalogModule } from '@app/catalog';
import { MappingModule } from '@app/mapping';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('Mapping alone with the platform', () => {
  let mapping: Alone;

  beforeAll(async () => {
    mapping = await bootAlone(MappingModule, [CatalogModule.persistence]);
  });
  afterAll(() => mapping?.close());

  it('serves its own operations', () => {
    expect(contextsOf(mapping.operations)).toEqual(['mapping']);
  });

  it('answers every question', async () => {
    const answers = await mapping.ask();
    expect(answers).toContainEqual({ operation: 'list-landing-pages', status: 200 });
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  });
});
