import { CatalogModule } from '@app/catalog';
import { ReferencesModule } from '@app/references';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('References alone with the platform', () => {
  let references: Alone;

  beforeAll(async () => {
    references = await bootAlone(ReferencesModule, [CatalogModule.persistence]);
  });
  afterAll(() => references?.close());

  it('serve their own operations', () => {
    expect(contextsOf(references.operations)).toEqual(['references']);
  });

  it('handle every query', async () => {
    const answers = await references.ask();
    expect(answers).toContainEqual({ operation: 'list-asset-references', status: 200 });
    expect(answers.filter(({ status }) => ![200, 404, 422].includes(status))).toEqual([]);
  });
});
