import { CatalogHttpModule } from '@app/catalog';
import { type Dto, fieldsOf, type Operation, operationsOf } from '@app/platform/rest';
import type { Type } from '@nestjs/common';
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
    (module) => (Reflect.getMetadata('controllers', module as object) ?? []) as Type[],
  );
  return [...new Set(controllers)].flatMap(operationsOf).map(([, operation]) => operation);
}

/** A response of an operation of the main API: fields that are not named are null, so that a new optional field needs no change of tests. */
export function inFull(id: string, named: Record<string, unknown>): Record<string, unknown> {
  const { returns } = declared('main').find((operation) => operation.id === id)!;
  const fields = fieldsOf((returns as { dto: Dto }).dto).filter(({ sometimes }) => !sometimes);
  return { ...Object.fromEntries(fields.map(({ name }) => [name, null])), ...named };
}

/** All experimental flags, as a header. */
export const FLAGS = [...new Set([...declared('main'), ...declared('ai')].flatMap(({ flag }) => flag ?? []))].join(
  ', ',
);
