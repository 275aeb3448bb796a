/** Compiles TypeScript with swc, file by file. `npm run check` and, while you edit, `npm run dev` check the types. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { transform } from '@swc/core';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');

/** Of a program, not of the tests and not of the viewer, which runs in a browser. */
const SOURCE = /^(libs|apps\/(?!viewer\/)[^/]+)\/(?:.+\/)?src\/.*(?<!spec|\.d)\.ts$/;

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

/** Compiles every source of the programs to dist. @throws Error for a syntax error, or an import of a missing file */
export async function compile() {
  const compiled = await Promise.all(sources().map((source) => compileFile(source)));
  for (const { output, code, map } of compiled) {
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, `${code}//# sourceMappingURL=${basename(output)}.map\n`);
    writeFileSync(`${output}.map`, map);
  }
  for (const { output, code } of compiled) requireImports(output, code);
}

/** @param source relative to the root */
export async function compileFile(source, text = readFileSync(join(ROOT, source), 'utf8')) {
  const output = join(DIST, source.replace(/ts$/, 'js'));
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')).compilerOptions;
  const { code, map } = await transform(text, {
    ...compilerOptions,
    filename: join(ROOT, source),
    sourceMaps: true,
    inlineSourcesContent: false,
    sourceFileName: relative(dirname(output), join(ROOT, source)),
    module: { type: 'es6', resolveFully: true },
    jsc: { ...compilerOptions.jsc, baseUrl: ROOT, paths },
  });
  return { output, code, map };
}

const sources = () =>
  ['apps', 'libs']
    .filter((top) => existsSync(join(ROOT, top)))
    .flatMap((top) => readdirSync(join(ROOT, top), { recursive: true }).map((file) => join(top, file)))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => SOURCE.test(file));

/** Static and dynamic ones. */
const RELATIVE_IMPORT = /(?:^(?:import|export)\b.*?|\bimport\()["'](\.[^"']+)["']/gm;

/** A compiler of single files does not notice that an imported one is missing. */
function requireImports(output, code) {
  for (const [, specifier] of code.matchAll(RELATIVE_IMPORT))
    if (!existsSync(resolve(dirname(output), specifier)))
      throw new Error(`${relative(DIST, output).replace(/js$/, 'ts')}: Cannot find module '${specifier}'`);
}
