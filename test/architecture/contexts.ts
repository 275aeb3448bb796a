import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformPersistence } from '@app/platform/runtime';
import { type Persistence } from '@app/platform/persistence';
import { DATA_MODEL_CONTEXTS } from '../../apps/data-models-api/src/app.module.js';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

const ROOT = join(import.meta.dirname, '../..');

export interface Library {
  name: string;
  /** path below the root */
  folder: string;
  persistence: Persistence;
}

const inLibs = (name: string, persistence: Persistence): Library => ({ name, folder: `libs/${name}`, persistence });

/** `DataModelsModule` -> `data-models` */
export const folderOf = (module: string): string =>
  module
    .replace('Module', '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();

/** The contexts of both APIs. */
export const CONTEXT_MODULES = [...CONTEXTS, ...DATA_MODEL_CONTEXTS];

/** The platform and all contexts. */
export const LIBRARIES: Library[] = [
  inLibs('platform', platformPersistence),
  ...CONTEXT_MODULES.map(({ name, persistence }) => inLibs(folderOf(name), persistence)),
];

/** Path and text of each source file of a library, without migrations and comments. */
export function sourcesOf(library: Library): [file: string, text: string][] {
  const folder = join(ROOT, library.folder, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')]);
}
