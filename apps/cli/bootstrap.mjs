#!/usr/bin/env node
/**
 * `node apps/cli/bootstrap.mjs COMMAND...`: prepares a checkout, then runs the command line in this process.
 * Installs packages if package-lock.json is newer than node_modules, and builds if a source is newer than the build. With `--build`
 * alone, it prepares and exits. Progress goes to stderr, because stdout belongs to the command.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as module from 'node:module'; // a namespace, because old versions of Node lack some of its exports
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const MAIN = join(ROOT, 'dist/apps/cli/src/main.js');
const STAMP = join(ROOT, 'dist/.built');
const LOCK = join(ROOT, 'dist/.lock');

/** An error that is reported in one line, without a stack. */
export class BootstrapError extends Error {}

/** Installs and builds, each only if needed. Of several processes, one does so and the others wait. */
export function prepare() {
  const { node } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')).engines;
  const required = node.replace('>=', '');
  if (required.localeCompare(process.versions.node, 'en', { numeric: true }) > 0)
    throw new BootstrapError(`This needs Node ${required} or newer; ${process.execPath} is ${process.version}.`);
  if (!fs.existsSync(join(ROOT, 'apps/cli/src/main.ts'))) return; // an image or a package, which contains the build
  if (isInstalled() && isBuilt()) return;
  locked(() => {
    if (!isInstalled()) install();
    if (isBuilt()) return;
    run('Building', [process.execPath, join(ROOT, 'apps/cli/build.mjs')]);
    fs.writeFileSync(STAMP, '');
  });
}

/** Whether the packages of a folder are those of its package-lock.json. */
export const isInstalled = (folder = ROOT) =>
  modifiedAt(join(folder, 'node_modules/.package-lock.json')) >= modifiedAt(join(folder, 'package-lock.json'));

/** Runs `npm ci`, by the npm that started this process, and with the packages for development, which a user's settings may omit. */
export function install(folder = ROOT) {
  const cli = process.env.npm_execpath ?? '';
  const npm = /npm-cli\.c?js$/.test(cli) ? [process.execPath, cli] : ['npm'];
  run('Installing packages', [...npm, 'ci', '--prefix', folder, '--include=dev', '--include=optional', '--no-audit']);
}

/** Folders count too: one is newer than the build if a file in it was deleted. */
function isBuilt() {
  const builtAt = modifiedAt(STAMP);
  const code = ['apps', 'libs'].flatMap((top) =>
    fs.readdirSync(join(ROOT, top), { recursive: true }).map((name) => join(top, name)),
  );
  const sources = ['package-lock.json', 'tsconfig.json', ...code.filter((file) => !/spec\.tsx?$/.test(file))];
  return sources.every((file) => modifiedAt(join(ROOT, file)) <= builtAt);
}

const modifiedAt = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function run(title, [command, ...args]) {
  process.stderr.write(`${title} ...\n`);
  const shell = command === 'npm' && process.platform === 'win32'; // where npm is a batch file
  const { status, signal, error } = spawnSync(command, args, { cwd: ROOT, shell, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new BootstrapError(`${title} failed (${error?.message ?? signal ?? status}).`);
}

function locked(work) {
  fs.mkdirSync(dirname(LOCK), { recursive: true });
  while (!acquire()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  try {
    work();
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}

function acquire() {
  try {
    fs.writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw new BootstrapError(`Packages or build are out of date, but ${error.message}`);
  }
  try {
    process.kill(Number(fs.readFileSync(LOCK, 'utf8')) || process.pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') fs.rmSync(LOCK, { force: true }); // left by a process that was killed
  }
  return false;
}

/** Runs `main`, and reports a BootstrapError in one line with exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Whether Node was asked to run this module. */
export const isProgram = (moduleUrl) =>
  fs.existsSync(process.argv[1] ?? '') && fs.realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);

if (isProgram(import.meta.url)) {
  await runMain(async () => {
    prepare();
    if (process.argv[2] === '--build') return;
    module.enableCompileCache?.(); // Node 22 and newer
    module.setSourceMapsSupport?.(true); // also Node 22: older versions read the maps of all packages, a fifth of a command's time
    process.argv[1] = MAIN;
    await import(pathToFileURL(MAIN).href);
  });
}
