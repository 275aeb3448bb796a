import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformPersistence } from '@app/platform/runtime';
import { type Persistence } from '@app/platform/persistence';
import { AI_CONTEXTS } from '../../apps/ai/src/app.module.js';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

const ROOT = join(import.meta.dirname, '../..');

export interface Library {
  name: string;
  /** below the root */
  folder: string;
  persistence: Persistence;
}

const inLibs = (name: string, persistence: Persistence): Library => ({ name, folder: `libs/${name}`, persistence });

/** The platform, the contexts that the API is made of, and that of the second API, which is no library. */
export const LIBRARIES: Library[] = [
  inLibs('platform', platformPersistence),
  ...CONTEXTS.map(({ name, persistence }) => inLibs(name.replace('Module', '').toLowerCase(), persistence)),
  ...AI_CONTEXTS.map(({ persistence }) => ({ name: 'data-models', folder: 'apps/ai', persistence })),
];

/** Path and text of each source file of a library but its migrations, without comments. */
export function sourcesOf(library: Library): [file: string, text: string][] {
  const folder = join(ROOT, library.folder, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')]);
}
