import { CatalogModule } from '@app/catalog';
import { DataModelsModule } from '@app/data-models';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('Data models alone with the platform', () => {
  let models: Alone;

  beforeAll(async () => {
    models = await bootAlone(DataModelsModule, [CatalogModule.persistence]);
  });
  afterAll(() => models?.close());

  it('serves its own operations', () => {
    expect(contextsOf(models.operations)).toEqual(['data-models']);
  });

  it('answers every question', async () => {
    const answers = await models.ask();
    expect(answers).toContainEqual({ operation: 'ai-list-data-models', status: 200 });
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  });
});
