import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@app/kernel';

/** An operation as test/contract/operations.json specifies it. */
export interface Specified {
  id: string;
  api: 'main' | 'ai';
  context: string;
  resource: string;
  method: string;
  path: string;
  permission: string | null;
  experimentalFlag: string | null;
}

const file = join(import.meta.dirname, '../contract/operations.json');
export const SPECIFIED = JSON.parse(readFileSync(file, 'utf8')) as Specified[];

/** What is served beyond the specification, and whose it is. A new one is a decision: write it here. */
export const EXTENSIONS: Record<string, string> = {
  'abort-transaction': 'pricing',
  'ai-download-data-model': 'data-models',
  'check-liveness': 'kernel',
  'check-readiness': 'kernel',
  'download-source-of-a-unit-map': 'mapping',
  'find-asset-references': 'references',
  'find-unit-references': 'references',
  'remove-units-from-a-custom-option': 'merchandising',
  'view-embed-document': 'viewer',
  'view-units-of-a-unit-map': 'mapping',
};

/** Resources still to be built in contexts that are there. Take away what you build: from then on it is checked. */
export const AWAITED: string[] = [];

/** The contexts that the operations belong to, without repetition. */
export function contextsOf(operations: readonly Operation[]): string[] {
  const contexts = new Map([
    ...SPECIFIED.map(({ id, context }) => [id, context] as const),
    ...Object.entries(EXTENSIONS),
  ]);
  const named = new Set(operations.map(({ id }) => contexts.get(id) ?? `of no context: ${id}`));
  return [...named].filter((context) => context !== 'kernel').sort(); // every API serves the kernel's own
}

type Fixed = Pick<Specified, 'id' | 'method' | 'path' | 'permission' | 'experimentalFlag'>;

/** What the specification fixes of an operation, in one line. */
export const line = ({ id, method, path, permission, experimentalFlag }: Fixed) =>
  `${id}: ${method} ${path}, permission ${permission ?? 'none'}, flag ${experimentalFlag ?? 'none'}`;

/** The same of an operation that is served. */
export function servedLine({ id, method, path, permission, flag }: Operation): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const template = `/${path.replace(/:(\w+)/g, (_, name: string) => `{${kebab(name)}}`)}`;
  return line({ id, method, path: template, permission: permission ?? null, experimentalFlag: flag ?? null });
}
