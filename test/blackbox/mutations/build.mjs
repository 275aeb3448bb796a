import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { compileFile } from '../../../apps/cli/compile.mjs';

const DIST = join(ROOT, 'dist');

/**
 * The changed sources, with the mutation applied.
 * @throws Error if a replaced text does not occur exactly once in its file, so that the mutation must be updated
 */
export function changedSources({ name, edits = [] }) {
  const sources = new Map();
  for (const [path, find, put] of edits) {
    const parts = (sources.get(path) ?? readFileSync(join(ROOT, path), 'utf8')).split(find);
    if (parts.length !== 2) throw new Error(`"${name}": ${parts.length - 1} times, not once, in ${path}: ${find}`);
    sources.set(path, parts.join(put));
  }
  return sources;
}

/** Copies the build with one mutation applied. */
export async function brokenBuild(mutation) {
  const changed = await Promise.all([...changedSources(mutation)].map(([path, text]) => compileFile(path, text)));
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Uses the real path, by which a program identifies itself and finds packages.
  const dist = realpathSync(mkdtempSync(join(cache, 'blackbox-mutations-')));
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  cpSync(DIST, dist, { recursive: true, filter: (path) => !/\.map$|\.lock$/.test(path) });
  for (const { output, code } of changed) writeFileSync(join(dist, relative(DIST, output)), code);
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
