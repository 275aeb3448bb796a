import { CatalogHttpModule, CatalogModule } from '@app/catalog';
import { MappingModule } from '@app/mapping';
import { ViewerModule } from '@app/viewer';
import { type Alone, bootAlone } from './alone.js';
import { CONTEXT_MODULES, folderOf } from './contexts.js';
import { contextsOf } from './contract.js';

type Context = (typeof CONTEXT_MODULES)[number];

/** Contexts whose tables those of a context refer to. */
function below(context: Context): Context[] {
  if (context === CatalogModule) return [];
  return context === ViewerModule ? [CatalogModule, MappingModule] : [CatalogModule];
}

describe.each(CONTEXT_MODULES.map((context) => [folderOf(context.name), context] as const))(
  '%s alone with the platform',
  (name, context) => {
    let alone: Alone;

    beforeAll(async () => {
      const persistence = below(context).map((each) => each.persistence);
      alone = await bootAlone(context, persistence, context === CatalogModule ? CatalogHttpModule : context);
    });
    afterAll(() => alone?.close());

    it('serves the operations of no other context', () => {
      expect(contextsOf(alone.operations).filter((each) => each !== name)).toEqual([]);
    });

    it('handles every query', async () => {
      if (context === ViewerModule) return; // it composes what other contexts answer
      const statuses = (await alone.ask()).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
      if (contextsOf(alone.operations).length > 0) expect(statuses).toContain(200);
    });
  },
);
