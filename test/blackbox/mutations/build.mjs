import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { compile } from '../../../apps/cli/build.mjs';

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

/** Copies the build, and compiles the sources that a mutation changes into the copy. */
export async function brokenBuild(mutation) {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const dist = mkdtempSync(join(cache, 'blackbox-mutations-'));
  cpSync(join(ROOT, 'dist'), dist, { recursive: true });
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  for (const [path, text] of changedSources(mutation))
    await compile(join(ROOT, path), join(dist, path.replace(/ts$/, 'js')), text);
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
