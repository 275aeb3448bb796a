import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

const DIST = join(ROOT, 'dist');

/**
 * The files of the build that a fault changes, with the fault in them.
 * @throws Error when a text that the fault replaces does not stand in its file exactly once: then the fault must be looked after
 */
export function changedFiles({ name, edits = [] }) {
  const files = new Map();
  for (const [path, find, put] of edits) {
    const parts = (files.get(path) ?? readFileSync(join(DIST, path), 'utf8')).split(find);
    if (parts.length !== 2) throw new Error(`"${name}": ${parts.length - 1} times, not once, in ${path}: ${find}`);
    files.set(path, parts.join(put));
  }
  return files;
}

/** A copy of the build with one fault in it. */
export function brokenBuild(fault) {
  const files = changedFiles(fault);
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Its real path: a program knows itself by that, and packages are found from there.
  const dist = realpathSync(mkdtempSync(join(cache, 'trust-planted-')));
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  cpSync(DIST, dist, { recursive: true, filter: (path) => !/\.map$|\.lock$/.test(path) });
  for (const [path, text] of files) writeFileSync(join(dist, path), text);
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
