import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

const DIST = join(ROOT, 'dist');

/**
 * The changed files of the build, with the mutation applied.
 * @throws Error if a replaced text does not occur exactly once in its file, so that the mutation must be updated
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

/** Copies the build with one mutation applied. */
export function brokenBuild(mutation) {
  const files = changedFiles(mutation);
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Uses the real path, by which a program identifies itself and finds packages.
  const dist = realpathSync(mkdtempSync(join(cache, 'blackbox-mutations-')));
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  cpSync(DIST, dist, { recursive: true, filter: (path) => !/\.map$|\.lock$/.test(path) });
  for (const [path, text] of files) writeFileSync(join(dist, path), text);
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
