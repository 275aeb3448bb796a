/** Hooks of Node's module loader: they let Node run the TypeScript of apps and libs where it stands. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { compilerOptions } from '../../../apps/cli/compile.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = /^file:.*\.ts$/;

/** The longest pattern first, because it is the most specific. */
const ALIASES = Object.entries(
  JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions.paths,
).sort(([a], [b]) => b.length - a.length);

/** `@app/catalog/contract` -> the file that tsconfig.json names. */
function aliased(specifier) {
  for (const [pattern, [target]] of ALIASES) {
    const [before, after] = pattern.split('*');
    if (after === undefined ? specifier === pattern : specifier.startsWith(before))
      return pathToFileURL(join(ROOT, target.replace('*', specifier.slice(before.length)))).href;
  }
}

export function resolve(specifier, context, next) {
  const fromSource = SOURCE.test(context.parentURL ?? '');
  if (fromSource && specifier.startsWith('@app/')) return { url: aliased(specifier), shortCircuit: true };
  if (fromSource && /^\..*\.js$/.test(specifier)) {
    const url = new URL(specifier.replace(/js$/, 'ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!SOURCE.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...compilerOptions, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
