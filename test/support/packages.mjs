/**
 * Bundles of packages that consist of hundreds of modules. Jest loads every module again for each suite, and those of
 * Nest, TypeORM and RxJS take longer than many suites. Suites that start the built programs use the packages themselves.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '../..');

const PACKAGES = [
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

const ID = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex')
  .slice(0, 16);
const FOLDER = join(ROOT, 'node_modules', '.cache', `test-packages-${ID}`);
const fileOf = (name) => `${name.replaceAll('/', '+')}.cjs`;

/** For `moduleNameMapper` of Jest. */
export const PACKAGE_FILES = Object.fromEntries(
  PACKAGES.map((name) => [`^${name.replace(/\.js$/, '(\\.js)?')}$`, join(FOLDER, fileOf(name))]),
);

/** Makes the bundle, unless it is there. One file holds all packages, because they share others; each is a view of it. */
export default async function bundlePackages() {
  if (existsSync(FOLDER)) return;
  mkdirSync(dirname(FOLDER), { recursive: true });
  const draft = mkdtempSync(`${FOLDER}.`);
  await bundle(join(draft, 'packages.cjs'));
  for (const name of PACKAGES) writeFileSync(join(draft, fileOf(name)), await viewOf(name));
  try {
    renameSync(draft, FOLDER);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(FOLDER)) throw error; // else another process was first
  }
}

async function bundle(outfile) {
  const getters = PACKAGES.map((name) => `get '${name}'() { return require('${name}'); },`);
  await build({
    stdin: { contents: `module.exports = {\n${getters.join('\n')}\n};`, resolveDir: ROOT },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    keepNames: true,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    external: EXTERNAL,
    logLevel: 'error',
  });
}

/** Node and Jest read the names that a CommonJS module exports from its text. */
async function viewOf(name) {
  const names = Object.keys(await import(name)).filter((each) => !['default', 'module.exports'].includes(each));
  const exported = `require('./packages.cjs')['${name}']`;
  return `module.exports = ${exported};\n0 && (module.exports = { ${names.join(', ')} });\n`;
}
