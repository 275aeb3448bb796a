/** Bundles the programs with esbuild; swc compiles the sources. `npm run check` and, while you edit, `npm run dev` check the types. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { transform } from '@swc/core';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

/** Each becomes a file of its own, at the same path in dist; the code that they share is in dist/chunks. */
const ENTRIES = [
  'apps/api/src/main.ts',
  'apps/data-models-api/src/main.ts',
  'apps/cli/src/main.ts',
  'apps/cli/src/commands.ts', // for commands.json, which build.mjs writes
  'apps/cli/src/data-source.ts', // for the command line of TypeORM
];

/** As in tsconfig.json: declared fields that nobody sets are no properties. Tests compile with the same options. */
export const compilerOptions = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

/**
 * @param folder where the programs go
 * @param changed sources to compile instead of those in the checkout, by path
 * @throws Error for a syntax error, or an import of a missing file
 */
export async function compile({ entries = ENTRIES, folder = join(ROOT, 'dist'), changed = new Map() } = {}) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outbase: '.',
    outdir: folder,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    plugins: [swc(changed)],
    write: false,
    logLevel: 'error',
  });
  rmSync(join(folder, 'chunks'), { recursive: true, force: true });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith('.js') ? withoutClosureNames(text) : text);
  }
}

/**
 * esbuild may rename functions and classes. With `keepNames` it restores the names at run time: of classes, which Nest and OpenAPI
 * use, but also of each closure whenever one is created, which takes longer than most closures run. This removes the latter.
 */
export const withoutClosureNames = (code) =>
  code
    .replaceAll(/\b__name\(([\w$]+), ?"([\w$]+)"\)/g, (_, target, name) =>
      target === name ? target : `Object.defineProperty(${target}, "name", { value: "${name}", configurable: true })`,
    )
    .replace(/\b__name ?= ?\(target, ?value\) ?=>[^;]+;/, '__name = (target) => target;');

/** esbuild itself does not emit the types of decorated members, which Nest injects by. */
const swc = (changed) => ({
  name: 'swc',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path: filename }) => {
      const text = changed.get(relative(ROOT, filename)) ?? readFileSync(filename, 'utf8');
      const { code } = await transform(text, { ...compilerOptions, filename, inlineSourcesContent: false });
      return { contents: code };
    }),
});
