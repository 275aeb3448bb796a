import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The absolute path of a demonstration file. The compiled program reads it from the source tree, too.
 * @throws Error if no parent folder has a package.json
 */
export function dataFile(name: string): string {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) {
    if (root === dirname(root)) throw new Error(`No package.json above ${import.meta.dirname}`);
    root = dirname(root);
  }
  return join(root, 'apps/cli/src/demo/data', name);
}
