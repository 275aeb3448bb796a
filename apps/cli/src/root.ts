import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The root folder of the project, for the sources and the compiled program. */
export const ROOT = above(import.meta.dirname);

/** Whether npm installed the service as a package, whose folder an upgrade replaces. */
export const IS_PACKAGE = basename(dirname(ROOT)) === 'node_modules';

/** How operators call the command line: in a package, a clone, or an image (which has no npm). */
export const PROGRAM = IS_PACKAGE
  ? 'npx property-map'
  : existsSync(join(ROOT, 'apps', 'cli', 'src', 'main.ts'))
    ? 'npm run cli --'
    : 'node docker/run.mjs';

function above(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (folder === dirname(folder)) throw new Error(`No package.json above ${import.meta.dirname}`);
  return above(dirname(folder));
}
