import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The folder of the project, also from the compiled program. */
export const ROOT = above(import.meta.dirname);

/** Whether npm installed it as a package, and may replace its folder. */
export const IS_PACKAGE = basename(dirname(ROOT)) === 'node_modules';

/** How the operator calls the command line: of a package, of a clone, or of an image, which has no npm. */
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
