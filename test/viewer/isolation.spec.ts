import { CatalogModule } from '@app/catalog';
import { MappingModule } from '@app/mapping';
import { ViewerModule } from '@app/viewer';
import { type Alone, bootAlone } from '../architecture/alone.js';
import { contextsOf } from '../architecture/contract.js';

describe('The viewer alone with the platform', () => {
  let viewer: Alone;

  beforeAll(async () => {
    viewer = await bootAlone(ViewerModule, [CatalogModule.persistence, MappingModule.persistence]);
  });
  afterAll(() => viewer?.close());

  it('serves its own operations', () => {
    expect(contextsOf(viewer.operations)).toEqual(['viewer']);
  });
});
