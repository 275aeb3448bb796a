import { type Operation, pathTemplate } from '@app/platform/rest';
import { type Specified, SPECIFIED } from '../support/contract.mjs';

/** The contexts of the operations, without duplicates. An extension counts for the context that serves it. */
export function contextsOf(operations: readonly Operation[]): string[] {
  const contexts = new Map(SPECIFIED.map(({ id, context }) => [id, context]));
  const specified = operations.filter(({ extension }) => !extension);
  return [...new Set(specified.map(({ id }) => contexts.get(id) ?? `of no context: ${id}`))].sort();
}

type Fixed = Pick<Specified, 'id' | 'method' | 'path' | 'permission' | 'experimentalFlag'>;

/** What the specification fixes for an operation, in one line. */
export const line = ({ id, method, path, permission, experimentalFlag }: Fixed) =>
  `${id}: ${method} ${path}, permission ${permission ?? 'none'}, flag ${experimentalFlag ?? 'none'}`;

/** The same line for a served operation. */
export function servedLine(operation: Operation): string {
  const { id, method, permission, flag } = operation;
  const path = pathTemplate(operation);
  return line({ id, method, path, permission: permission ?? null, experimentalFlag: flag ?? null });
}
