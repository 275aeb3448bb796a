import { CatalogHttpModule } from '@app/catalog';
import { type Operation, operationOf } from '@app/platform/rest';
import { MetadataScanner } from '@nestjs/core';
import { DATA_MODEL_CONTEXTS, AppModule as DataModelsAppModule } from '../../apps/data-models-api/src/app.module.js';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

export type Api = 'main' | 'ai';

const CONTROLLERS: Record<Api, unknown[]> = {
  main: [CatalogHttpModule, ...CONTEXTS],
  ai: [DataModelsAppModule, ...DATA_MODEL_CONTEXTS],
};

/** The operations of an API, without starting it. */
export function declared(api: Api): Operation[] {
  const controllers = CONTROLLERS[api].flatMap(
    (module) => (Reflect.getMetadata('controllers', module as object) ?? []) as { prototype: Record<string, object> }[],
  );
  return [...new Set(controllers)].flatMap(({ prototype }) =>
    new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => operationOf(prototype[name]!) ?? []),
  );
}

/** All experimental flags, as a header. */
export const FLAGS = [...new Set([...declared('main'), ...declared('ai')].flatMap(({ flag }) => flag ?? []))].join(
  ', ',
);
