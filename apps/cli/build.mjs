/**
 * `node apps/cli/build.mjs`: bundles the programs, and adds what makes them start fast.
 *   dist/apps, dist/chunks           the programs, and the code that they share
 *   dist/apps/cli/src/commands.json  the declarations of the commands, for help and completion
 *   dist/node_modules                a bundle of the packages that consist of hundreds of files, with V8's code cache
 * Node finds the bundle before the packages of the root; it would spend more than half of a start on finding and compiling
 * their files. Unit specs use the same bundle (test/support/packages.mjs), because Jest loads every module again for each of them.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compile, withoutClosureNames } from './compile.mjs';

const ROOT = join(import.meta.dirname, '../..');

export const PACKAGES = [
  '@nestjs/common',
  '@nestjs/common/internal',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/platform-express',
  '@nestjs/schedule',
  '@nestjs/swagger',
  '@opentelemetry/api',
  'ajv',
  'ajv/dist/2020.js',
  'class-transformer',
  'class-transformer/cjs/storage.js',
  'class-validator',
  'class-validator-jsonschema',
  'cron',
  'express',
  'micromark',
  'prom-client',
  'rate-limiter-flexible',
  'reflect-metadata',
  'rxjs',
  'typeorm',
  'yaml',
];

/** Loaded from where they are: optional ones that are not installed, those that find files beside them, and `pg`. */
const EXTERNAL = ['pg', 'pg-native', 'swagger-ui-dist', '@fastify/*', '@nestjs/microservices*', '@nestjs/websockets*'];

const BUNDLE = 'packages/index.js';

const ID = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(join(import.meta.dirname, 'compile.mjs')))
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex')
  .slice(0, 16);

/** Where the bundle of this version of the packages is, once `bundlePackages` has made it. */
export const FOLDER = join(ROOT, 'node_modules', '.cache', `packages-${ID}`);

/** `@nestjs/common/internal` -> `@nestjs/common` */
export const packageOf = (name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0];

/** The file of a module, relative to the folder. */
export function fileOf(name) {
  if (name === packageOf(name)) return `${name}/index.js`;
  return name.endsWith('.js') ? name : `${name}.js`;
}

/** Makes the bundle, unless it is there. One file holds all packages, because they share others; each is a view of it. */
export async function bundlePackages() {
  if (existsSync(FOLDER)) return;
  const draft = `${FOLDER}.${process.pid}`;
  await bundle(join(draft, BUNDLE));
  write(join(draft, 'packages/package.json'), '{}');
  for (const name of PACKAGES) write(join(draft, fileOf(name)), await viewOf(name));
  for (const name of new Set(PACKAGES.map(packageOf))) write(join(draft, name, 'package.json'), manifestOf(name));
  try {
    renameSync(draft, FOLDER);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(FOLDER)) throw error; // else another process was first
  }
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

async function bundle(outfile) {
  const getters = PACKAGES.map((name) => `get '${name}'() { return require('${name}'); },`);
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = {\n${getters.join('\n')}\n};`, resolveDir: ROOT },
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    keepNames: true,
    minifyWhitespace: true,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    external: EXTERNAL,
    supported: { 'dynamic-import': false }, // require() instead: import() in a script with a code cache prints a warning
    logLevel: 'error',
  });
  write(outfile, asciiOf(withoutClosureNames(outputFiles[0].text)));
}

/**
 * V8 stores a source with one character above U+00FF as two bytes for each character, and esbuild does not escape those of
 * regular expressions. The bundle would occupy 12 MiB of each process instead of 6.
 */
const asciiOf = (source) =>
  source.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Node and Jest read the names that a CommonJS module exports from its text. */
async function viewOf(name) {
  const names = Object.keys(await import(name)).filter((each) => !['default', 'module.exports'].includes(each));
  const exported = `require('${relative(dirname(fileOf(name)), BUNDLE)}')['${name}']`;
  return `module.exports = ${exported};\n0 && (module.exports = { ${names.join(', ')} });\n`;
}

/** Exports what is bundled; other files of the package are not found, as those that it lacks. */
function manifestOf(name) {
  const { version, exports } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
  const bundled = PACKAGES.filter((each) => packageOf(each) === name);
  const paths = bundled.map((each) => [`.${each.slice(name.length)}`, `./${relative(name, fileOf(each))}`]);
  return JSON.stringify({ name, version, ...(exports && { exports: Object.fromEntries(paths) }) });
}

const INSTALLED = join(ROOT, 'dist/node_modules');

/** Installs the bundle, with a loader in its place. */
function installBundle() {
  rmSync(INSTALLED, { recursive: true, force: true });
  cpSync(FOLDER, INSTALLED, { recursive: true });
  renameSync(join(INSTALLED, BUNDLE), join(INSTALLED, dirname(BUNDLE), 'bundle.js'));
  cpSync(join(import.meta.dirname, 'load-bundle.cjs'), join(INSTALLED, BUNDLE));
}

async function declareCommands() {
  const folder = join(ROOT, 'dist/apps/cli/src');
  const { loadCommands } = await import(pathToFileURL(join(folder, 'commands.js')).href);
  writeFileSync(join(folder, 'commands.json'), JSON.stringify(await loadCommands()));
}

/** Makes the code cache from the functions of the bundle that ran when the commands were loaded. */
function writeCodeCache() {
  createRequire(import.meta.url)(join(INSTALLED, BUNDLE)).codeCache.write();
}

if (process.argv[1] === import.meta.filename) {
  await compile();
  await bundlePackages();
  installBundle();
  await declareCommands();
  writeCodeCache();
}
