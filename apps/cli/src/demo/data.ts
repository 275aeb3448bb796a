import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Absolute path of a file of the demonstration data. The data is read from the source tree, also by the compiled program.
 * @throws Error when no folder above holds a package.json
 */
export function dataFile(name: string): string {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) {
    if (root === dirname(root)) throw new Error(`No package.json above ${import.meta.dirname}`);
    root = dirname(root);
  }
  return join(root, 'apps/cli/src/demo/data', name);
}
