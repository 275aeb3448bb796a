import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

/**
 * A copy of the build with one fault in it.
 * @throws Error when a text that the fault replaces does not stand in its file exactly once: then the fault must be looked after
 */
export function brokenBuild({ name, edits = [] }) {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Its real path: a program knows itself by that, and packages are found from there.
  const folder = realpathSync(mkdtempSync(join(cache, 'trust-planted-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    cpSync(join(ROOT, 'dist'), folder, { recursive: true, filter: (path) => !/\.map$|\.lock$/.test(path) });
    for (const [path, find, put] of edits) {
      const file = join(folder, path);
      const parts = readFileSync(file, 'utf8').split(find);
      if (parts.length !== 2) throw new Error(`"${name}": ${parts.length - 1} times, not once, in ${path}: ${find}`);
      writeFileSync(file, parts.join(put));
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { dist: folder, remove };
}
