import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, operationOf } from '@app/platform/rest';
import { AI_CONTEXTS, AppModule as AiModule } from '../../apps/ai/src/app.module.js';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

export type Api = 'main' | 'ai';

/** An operation as test/contract/operations.json specifies it; extensions speak for themselves. */
export interface Specified {
  id: string;
  api: Api;
  method: string;
  /** `/v1/assets/{asset}` */
  path: string;
  /** what a query must have */
  needs?: string;
  pathParams: string[];
  permission: string | null;
  experimentalFlag: string | null;
  requestBody: string | null;
  success: number;
  returns: string;
}

const file = join(import.meta.dirname, '../contract/operations.json');
const contract = JSON.parse(readFileSync(file, 'utf8')) as Specified[];

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const CONTROLLERS: Record<Api, unknown[]> = {
  main: CONTEXTS.map((module) => module as unknown),
  ai: [AiModule, ...AI_CONTEXTS],
};

/** The operations of an API that need a key, without starting it. */
function declared(api: Api): Operation[] {
  const controllers = CONTROLLERS[api].flatMap(
    (module) => (Reflect.getMetadata('controllers', module as object) ?? []) as { prototype: Record<string, object> }[],
  );
  return [...new Set(controllers)]
    .flatMap(({ prototype }) =>
      Object.getOwnPropertyNames(prototype).flatMap((name) => operationOf(prototype[name]!) ?? []),
    )
    .filter((operation) => !operation.public);
}

function asSpecified(api: Api, { id, method, path, permission, flag, body, status, returns }: Operation): Specified {
  return {
    ...{ id, api, method, permission: permission ?? null, experimentalFlag: flag ?? null },
    path: `/${path.replace(/:(\w+)/g, (_, name: string) => `{${kebab(name)}}`)}`,
    pathParams: [...path.matchAll(/:(\w+)/g)].map((match) => kebab(match[1]!)),
    requestBody: body
      ? Object.keys(body.content())
          .map((type) => type.split('/')[1]!.split('-')[0])
          .join('-or-')
      : null,
    ...{ success: status, returns: returns.kind },
  };
}

/** What both APIs serve: what the contract says of it, or of an extension, what it says itself. */
export const SERVED: Specified[] = (['main', 'ai'] as const).flatMap((api) =>
  declared(api).map((operation) => ({
    ...(contract.find((each) => each.id === operation.id && each.api === api) ?? asSpecified(api, operation)),
    needs: operation.query
      .filter(({ required }) => required)
      .map(({ name, example }) => `${name}=${String(example)}`)
      .join('&'),
  })),
);
