/** `node apps/console/build.mjs`: bundles the console into dist/console, with manifest.json, which names script and style. */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { COMMON, replaceFiles } from '../viewer/build.mjs';

const HERE = import.meta.dirname;

export async function buildConsole(folder = resolve(HERE, '../../dist/console')) {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: HERE,
    entryPoints: { console: join(HERE, 'src', 'main.tsx') },
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  const named = (pattern) => names.find((name) => pattern.test(name));
  replaceFiles(folder, { script: named(/^console-\w+\.js$/), style: named(/^console-\w+\.css$/) }, names);
}

if (process.argv[1] === import.meta.filename) await buildConsole();
