/**
 * `node apps/viewer/build.mjs [folder]`: bundles the viewer into dist/viewer.
 *   client/     files for browsers, named by content hash, and manifest.json, which lists those that a page starts with
 *   server/     render.js, which renders the page
 */
import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = resolve(fileURLToPath(import.meta.url), '..');
const SOURCE = join(HERE, 'src');

/** Options of every bundle. */
export const COMMON = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'linked',
  logLevel: 'warning',
  metafile: true,
};

/** Builds into `folder`. @returns the manifest with the names of the files */
export async function buildViewer(folder = resolve(HERE, '../../dist/viewer')) {
  const client = join(folder, 'client');
  mkdirSync(client, { recursive: true });
  const browser = { ...COMMON, outdir: client, entryNames: '[name]-[hash]' };
  const results = await Promise.all([
    build({
      ...browser,
      entryPoints: { app: join(SOURCE, 'client.tsx') },
      format: 'esm',
      splitting: true,
      chunkNames: '[name]-[hash]',
    }),
    // Without the address of a source map, which is as long as a function.
    build({ ...browser, entryPoints: { api: join(SOURCE, 'embed', 'loader.ts') }, format: 'iife', sourcemap: false }),
    build({
      ...COMMON,
      entryPoints: { render: join(SOURCE, 'server.tsx') },
      outdir: join(folder, 'server'),
      platform: 'node',
      format: 'esm',
      minify: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  ]);
  const written = results.slice(0, 2).flatMap((result) => Object.keys(result.metafile.outputs));
  const types = 'api.d.ts';
  copyFileSync(join(SOURCE, 'embed', types), join(client, types));
  const names = [...written.map((path) => basename(path)), types];
  const named = (pattern) => names.find((name) => pattern.test(name));
  const script = named(/^app-\w+\.js$/);
  const [, { imports }] = Object.entries(results[0].metafile.outputs).find(([path]) => basename(path) === script);
  const manifest = {
    script,
    imports: imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path)),
    style: named(/^app-\w+\.css$/),
    loader: named(/^api-\w+\.js$/),
    types,
  };
  replaceFiles(client, manifest, names);
  return manifest;
}

/** Writes the manifest of a folder, and deletes all files except those of these names. */
export function replaceFiles(folder, manifest, names) {
  // Replaces the manifest atomically and deletes old files afterwards, so that a reader always finds every file that it names.
  const file = join(folder, 'manifest.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  for (const name of readdirSync(folder))
    if (name !== 'manifest.json' && !names.includes(name)) rmSync(join(folder, name));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] && resolve(process.argv[2]);
  const manifest = await buildViewer(folder);
  process.stderr.write(
    `${Object.values(manifest).flat().join(', ')} in ${relative(process.cwd(), folder ?? 'dist/viewer')}\n`,
  );
}
