import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project, also from the compiled program. */
export const ROOT = above(import.meta.dirname);

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
  return above(dirname(folder));
}
