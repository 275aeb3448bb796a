/**
 * `node apps/cli/build.mjs`: compiles apps and libs, file by file, into dist, and bundles viewer and console. It does not check types;
 * `npm run check` and `npm run dev` do.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transform, transformFile } from '@swc/core';
import { buildConsole } from '../console/build.mjs';
import { buildViewer } from '../viewer/build.mjs';
import { ROOT, swcOptions } from './swc.mjs';

const DIST = join(ROOT, 'dist');

/** Compiles everything but tests and what browsers run. @throws the error of the compiler, with file and line */
async function compileAll() {
  const files = ['apps', 'libs'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true }).map((name) => join(top, name)),
  );
  const sources = files.filter((file) => /^(?!apps.(viewer|console).).*(?<!spec|\.d)\.ts$/.test(file));
  await Promise.all(sources.map((file) => compile(join(ROOT, file), join(DIST, file.replace(/ts$/, 'js')))));
  const others = files.filter((file) => /^libs.mapping.*\.(ttf|mjs)$/.test(file)); // the font of labels, and the program that reads PDF
  for (const file of others) copyFileSync(join(ROOT, file), join(DIST, file));
}

/** Compiles one file, with its source map. @param text instead of what the file contains */
export async function compile(file, target, text) {
  const options = { ...swcOptions, sourceMaps: true };
  const { code, map } = await (text ? transform(text, { ...options, filename: file }) : transformFile(file, options));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  writeFileSync(`${target}.map`, map);
}

if (process.argv[1] === import.meta.filename) {
  for (const name of ['apps', 'libs']) rmSync(join(DIST, name), { recursive: true, force: true });
  await Promise.all([compileAll(), buildViewer(), buildConsole()]);
}
