import type { JsonSchema } from '@app/platform/core';
import type { Operation } from '@app/platform/rest';

/**
 * What a client may do with the resource that an operation creates: the operations at its `Location`.
 * @param named the name of a path parameter in the document
 */
export function linksOf(operation: Operation, all: readonly Operation[], named: (name: string) => string): JsonSchema {
  const { status, path, parameters } = operation;
  const isOnCreated = (other: Operation) =>
    other.path.startsWith(`${path}/:`) && other.path.split('/').length === path.split('/').length + 1;
  const valueOf = (name: string) => (parameters.includes(name) ? `$request.path.${named(name)}` : '$response.body#/id');
  return Object.fromEntries(
    (status === 201 ? all.filter(isOnCreated) : []).map((other) => [
      other.id,
      {
        operationId: other.id,
        description: other.summary,
        parameters: Object.fromEntries(other.parameters.map((name) => [named(name), valueOf(name)])),
      },
    ]),
  );
}
