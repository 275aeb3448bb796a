import { kebabCase } from '@app/platform/core';
import { type Operation, pathTemplate } from '@app/platform/rest';
import { type Specified as InContract, SPECIFIED } from '../support/contract.mjs';
import { type Api, declared } from '../support/declared.js';

export type { Api };

/** An operation as the contract specifies it; extensions are described by their own code. */
export type Specified = Omit<InContract, 'context' | 'resource' | 'query' | 'errors'> & {
  /** required query parameters */
  needs?: string;
};

/** The operations of an API that need a key. */
const served = (api: Api) => declared(api).filter((operation) => !operation.public);

/** Any form is `multipart`, whatever its parts; other bodies are named by their type. */
const bodyOf = (type: string): string =>
  type.startsWith('multipart/') ? 'multipart' : type === 'application/json' ? 'json' : type;

function asSpecified(api: Api, operation: Operation): Specified {
  const { id, method, parameters, permission, flag, body, status, returns } = operation;
  return {
    ...{ id, api, method, permission: permission ?? null, experimentalFlag: flag ?? null },
    path: pathTemplate(operation),
    pathParams: parameters.map(kebabCase),
    requestBody: body ? Object.keys(body.content()).map(bodyOf).join('-or-') : null,
    ...{ success: status, returns: returns.kind },
  };
}

/** All operations of both APIs, as the contract specifies them; extensions as their code declares them. */
export const SERVED: Specified[] = (['main', 'ai'] as const).flatMap((api) =>
  served(api).map((operation) => ({
    ...(SPECIFIED.find((each) => each.id === operation.id && each.api === api) ?? asSpecified(api, operation)),
    needs: operation.query
      .filter(({ required }) => required)
      .map(({ name, example }) => `${name}=${String(example)}`)
      .join('&'),
  })),
);

/** Operations as the contract specifies them, with the same operations as their code declares them. */
export const CONTRACT_AND_CODE: [Specified, Specified][] = (['main', 'ai'] as const).flatMap((api) =>
  served(api).flatMap((operation): [Specified, Specified][] => {
    const specified = SPECIFIED.find((each) => each.id === operation.id && each.api === api);
    return specified ? [[specified, asSpecified(api, operation)]] : [];
  }),
);
