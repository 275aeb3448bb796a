import { type JsonSchema, kebabCase } from '@app/platform/core';
import type { Operation } from '@app/platform/rest';
import { linksTransaction } from './openapi-errors.js';

const TRANSACTION = 'transaction';

/** OpenAPI links to the operations on a created resource, or on the transaction of an ingest. */
export function linksOf(operation: Operation, all: readonly Operation[]): JsonSchema {
  const { status, path, parameters, method } = operation;
  const isOnCreated = (other: Operation) =>
    other.path.startsWith(`${path}/:`) && other.path.split('/').length === path.split('/').length + 1;
  const isIngest = method === 'POST' && linksTransaction(operation);
  const id = isIngest ? '$response.body#/transaction_id' : '$response.body#/id';
  const valueOf = (name: string) => (parameters.includes(name) ? `$request.path.${kebabCase(name)}` : id);
  const next = isIngest
    ? all.filter((other) => other !== operation && other.parameters.includes(TRANSACTION))
    : all.filter((other) => status === 201 && isOnCreated(other));
  return Object.fromEntries(
    next.map((other) => [
      other.id,
      {
        operationId: other.id,
        description: other.summary,
        parameters: Object.fromEntries(other.parameters.map((name) => [kebabCase(name), valueOf(name)])),
      },
    ]),
  );
}
