import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kernelPersistence, type Persistence } from '@app/kernel';
import { CONTEXTS } from '../../apps/api/src/app.module.js';

const LIBS = join(import.meta.dirname, '../../libs');

export interface Library {
  /** its folder below libs */
  name: string;
  persistence: Persistence;
}

/** The kernel and the contexts that the API is made of. */
export const LIBRARIES: Library[] = [
  { name: 'kernel', persistence: kernelPersistence },
  ...CONTEXTS.map(({ name, persistence }) => ({ name: name.replace('Module', '').toLowerCase(), persistence })),
];

/** Path and text of each source file of a library but its migrations, without comments. */
export function sourcesOf(library: Library): [file: string, text: string][] {
  const folder = join(LIBS, library.name, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '')]);
}
