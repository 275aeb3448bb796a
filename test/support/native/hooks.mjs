/**
 * Hooks of Node's module loader: they let Node run the TypeScript of apps and libs where it stands, with the bundle of packages that the
 * build makes, because a worker would spend half of its start on finding and compiling their files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from '@swc/core';
import { FOLDER, fileOf, PACKAGES } from '../../../apps/cli/build.mjs';
import { compilerOptions } from '../../../apps/cli/compile.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCE = /^file:.*\.ts$/;

const BUNDLED = new Map(PACKAGES.map((name) => [name, pathToFileURL(join(FOLDER, fileOf(name))).href]));
/** What imports packages for suites. */
const ENVIRONMENT = new URL('environment.mjs', import.meta.url).href;

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
  const bundled = BUNDLED.get(specifier);
  if (bundled && (fromSource || context.parentURL === ENVIRONMENT))
    return { url: bundled, format: 'commonjs', shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!SOURCE.test(url)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...compilerOptions, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
