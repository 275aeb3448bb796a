import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';
import { compile } from '../../../apps/cli/compile.mjs';

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

/** Builds the programs with one mutation applied. */
export async function brokenBuild(mutation) {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const dist = mkdtempSync(join(cache, 'blackbox-mutations-'));
  writeFileSync(join(dist, 'package.json'), '{"type":"module"}');
  for (const name of ['node_modules', 'viewer']) cpSync(join(DIST, name), join(dist, name), { recursive: true });
  await compile({ folder: dist, changed: changedSources(mutation) });
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}
