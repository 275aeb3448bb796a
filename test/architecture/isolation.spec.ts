import { CatalogHttpModule, CatalogModule } from '@app/catalog';
import { ExpensesModule } from '@app/expenses';
import { MappingModule } from '@app/mapping';
import { ViewerModule } from '@app/viewer';
import { type Alone, bootAlone } from './alone.js';
import { CONTEXT_MODULES, folderOf } from './contexts.js';
import { contextsOf } from './operation-lines.js';

type Context = (typeof CONTEXT_MODULES)[number];

/** An operation of each context that finds its resource; a context that is not listed may have none yet. */
const SERVED: Record<string, string> = {
  catalog: 'view-asset',
  'data-models': 'ai-list-data-models',
  mapping: 'list-landing-pages',
  merchandising: 'list-filters',
  pricing: 'list-pricing-processes',
  references: 'list-asset-references',
  viewer: 'build-caches',
};

/** Contexts whose tables are referenced by those of a context. */
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

    it('serves its own operations', () => {
      const served = contextsOf(alone.operations);
      expect(served).toEqual(name in SERVED || served.length > 0 ? [name] : []);
    });

    if (context === ViewerModule || context === ExpensesModule) return; // they compose responses of other contexts

    it('handles every query', async () => {
      const answers = await alone.ask();
      if (name in SERVED) expect(answers).toContainEqual({ operation: SERVED[name], status: 200 });
      const allowed = name === 'references' ? [200, 404, 422] : [200, 404]; // their lists require a parameter
      expect(answers.filter(({ status }) => !allowed.includes(status))).toEqual([]);
    });
  },
);
