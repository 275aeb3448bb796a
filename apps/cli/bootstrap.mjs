#!/usr/bin/env node
/**
 * `node apps/cli/bootstrap.mjs <command...>`: prepares a checkout, then runs the command line in this process.
 * Installs packages if node_modules differs from package-lock.json, builds if the sources have changed since the last build, and
 * writes nothing if both are current. With `--build` alone, it prepares and exits (for images).
 * Progress goes to stderr, because stdout belongs to the command.
 */
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { statSync, utimes, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as util from 'node:util'; // a namespace import, so that an old Node reaches the message about its version

export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');
const DIST = join(ROOT, 'dist');
const MAIN = join(DIST, 'apps', 'cli', 'src', 'main.js');
const STAMP = join(DIST, '.sources');
const LOCK = join(DIST, '.lock');
const BUILD = join(ROOT, 'apps', 'cli', 'build.mjs');
const VIEWER_BUILD = join(ROOT, 'apps', 'viewer', 'build.mjs');
const VIEWER_STAMP = join(DIST, 'viewer', '.sources');
const COMPILER = join(ROOT, 'node_modules', '@swc', 'core');
const LOCK_IS_STALE_MS = 10 * 60_000;

/** An error for the operator, in one line. @property output the output of a failed program */
export class BootstrapError extends Error {
  constructor(message, output = '') {
    super(message);
    this.output = output;
  }
}

/** Throws a BootstrapError when this Node is older than `engines.node` of package.json. */
export function requireNode(version = process.versions.node) {
  const needed = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [have, want] = [version, needed].map((text) => text.split('.').map(Number));
  const first = [0, 1, 2].find((i) => have[i] !== want[i]);
  if (first !== undefined && have[first] < want[first]) {
    throw new BootstrapError(`This needs Node ${needed} or newer; ${process.execPath} is Node ${version}.`);
  }
}

/**
 * Installs and builds, each only when needed; two at once wait for each other.
 * `build: false` is for the tests, which compile in memory but need the development packages and the bundled viewer.
 */
export async function prepare({ build }) {
  if (!existsSync(join(ROOT, 'apps', 'cli', 'src', 'main.ts')) && existsSync(MAIN)) return; // an image without sources
  const ready = () =>
    build ? buildIsCurrent() && installIsCurrent({ dev: false }) : installIsCurrent({ dev: true }) && viewerIsCurrent();
  if (ready()) return;
  await locked(async (onChild) => {
    if (ready()) return;
    const stale = build && !buildIsCurrent();
    if (!installIsCurrent({ dev: !build || stale })) await install(onChild);
    if (stale) await compile(onChild);
    else if (!viewerIsCurrent()) await bundleViewer(onChild);
  });
}

/** Whether node_modules matches package-lock.json exactly; with `dev: false`, development packages may be missing. */
export function installIsCurrent({ dev }, root = ROOT) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) return existsSync(join(root, 'node_modules'));
  if (!present) return false;
  const mayLack = (entry) => entry.optional || entry.peer || (!dev && (entry.dev || entry.devOptional));
  for (const [path, entry] of Object.entries(wanted)) {
    const found = present[path];
    if (path === '' || (!found && mayLack(entry))) continue;
    if (!found || found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  // A stale nested copy would shadow the right version; an extra package at the top level is harmless.
  return Object.entries(present).every(
    ([path, entry]) => (wanted[path] || path.split('node_modules/').length === 2) && fitsThisMachine(entry),
  );
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** False for packages of another platform, for example if node_modules is mounted into a container. */
function fitsThisMachine({ os, cpu }) {
  const fits = (list, value) =>
    !list || list.includes(value) || list.some((name) => name[0] === '!' && name !== `!${value}`);
  return fits(os, process.platform) && fits(cpu, process.arch);
}

function buildIsCurrent() {
  if (!existsSync(MAIN)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === currentStamp()) return true;
  // A production image has no compiler and may lack some sources, so only sources newer than the build count there.
  const builtAt = statSync(MAIN).mtimeMs;
  return !existsSync(COMPILER) && sources().every((file) => statSync(join(ROOT, file)).mtimeMs <= builtAt);
}

/** What a build depends on: the sources, and the version of Node, whose code cache it contains. */
const currentStamp = () => `${process.version} ${sourcesHash()}`;

/** Files that the build depends on, as sorted paths relative to the root. */
function sources() {
  const settings = readdirSync(ROOT).filter((name) => /^(tsconfig.*|nest-cli|package|package-lock)\.json$/.test(name));
  const code = ['apps', 'libs'].flatMap((top) => (existsSync(join(ROOT, top)) ? filesBelow(top) : []));
  return [
    ...settings,
    ...code.filter(
      (file) =>
        /\.ts$|\/src\/|\/(build|compile|load-bundle)\.[cm]js$|\/tsconfig[^/]*\.json$/.test(file) &&
        !file.endsWith('spec.ts'),
    ),
  ].sort();
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !name.endsWith('~') && name !== 'node_modules')
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}

/** Hashes names and contents, so that deletions count but modification times, which a clone changes, do not. */
export function sourcesHash(counts = () => true) {
  const hash = createHash('sha256');
  for (const file of sources().filter(counts))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

async function install(onChild) {
  // Explicit options, because NODE_ENV=production and a user's npm settings could omit packages or hide errors.
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const cli = npmCli();
  const npm = cli ? [process.execPath, cli] : ['npm'];
  await run('Installing packages (npm ci)', [...npm, ...options], onChild, !cli && process.platform === 'win32');
}

/** The path of npm: the one that started this process, otherwise the one bundled with this Node. */
export function npmCli() {
  const beside = dirname(process.execPath);
  const own = process.env.npm_execpath;
  return [
    ...(own && /^npm-cli\.[cm]?js$/.test(basename(own)) ? [own] : []),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => existsSync(file));
}

async function compile(onChild) {
  const stamp = currentStamp(); // taken first, so that edits during the build trigger another one
  // The viewer's build replaces its files itself, while others read them.
  for (const path of readdirSync(DIST).map((name) => join(DIST, name)))
    if (path !== LOCK && path !== dirname(VIEWER_STAMP)) rmSync(path, { recursive: true, force: true });
  await run('Building', [process.execPath, BUILD], onChild);
  if (!viewerIsCurrent()) await bundleViewer(onChild);
  if (!existsSync(MAIN)) throw new BootstrapError(`The build ended without ${relative(ROOT, MAIN)}.`);
  writeFileSync(STAMP, stamp);
}

function viewerIsCurrent() {
  if (!existsSync(VIEWER_BUILD)) return true;
  return existsSync(VIEWER_STAMP) && readFileSync(VIEWER_STAMP, 'utf8') === sourcesHash(isViewer);
}

async function bundleViewer(onChild) {
  const hash = sourcesHash(isViewer);
  await run('Building the viewer', [process.execPath, VIEWER_BUILD], onChild);
  writeFileSync(VIEWER_STAMP, hash);
}

const isViewer = (file) => file.startsWith('apps/viewer/') || file === 'package.json';

/**
 * Runs a program in the root and shows its output only if it fails. A signal kills the program and ends this process at once:
 * the next start repeats unfinished work anyway, while npm would spend a minute rolling it back.
 */
async function run(title, [command, ...args], onChild, shell = false) {
  const child = spawn(command, args, { cwd: ROOT, shell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  if (child.pid) onChild(child.pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  let stoppedBy;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill('SIGKILL');
  };
  signals.forEach((signal) => process.on(signal, stop));
  const done = showProgress(title);
  try {
    const code = await new Promise((settle) => {
      child.once('error', (error) => settle(error.message)).once('close', (number, signal) => settle(signal || number));
    });
    done(code === 0 ? 'done' : 'failed');
    if (code !== 0 && !stoppedBy) throw new BootstrapError(`${title} failed (${code}).`, output);
  } finally {
    signals.forEach((signal) => process.off(signal, stop));
  }
  if (stoppedBy) throw Object.assign(new BootstrapError(`Stopped by ${stoppedBy}.`), { signal: stoppedBy });
}

/** On a terminal, shows one line that counts the seconds; otherwise prints a line at the start, every 15 seconds and at the end. */
function showProgress(title) {
  const startedAt = Date.now();
  const terminal = process.stderr.isTTY;
  const say = (state) => process.stderr.write(terminal ? `\r\x1b[K${title} ... ${state}` : `${title} ... ${state}\n`);
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  process.stderr.write(`${title} ...${terminal ? '' : '\n'}`);
  const timer = setInterval(() => say(seconds()), terminal ? 1000 : 15_000);
  return (state) => {
    clearInterval(timer);
    say(`${state}, ${seconds()}${terminal ? '\n' : ''}`);
  };
}

/** Runs `work` under a lock on this checkout. `work` reports its child processes, because they outlive a killed parent. */
async function locked(work) {
  const mine = { host: hostname(), pids: [process.pid], id: randomBytes(8).toString('hex') };
  const write = (flag) => writeFileSync(LOCK, JSON.stringify(mine), { flag });
  let announced = false;
  for (;;) {
    try {
      mkdirSync(DIST, { recursive: true });
      write('wx');
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw new BootstrapError(`Packages or build are out of date, but ${error.message}`);
    }
    if (breakStaleLock()) continue;
    if (!announced) process.stderr.write(`Waiting for another process that installs or builds (${LOCK}) ...\n`);
    announced = true;
    await new Promise((wake) => setTimeout(wake, 200));
  }
  const unlock = () => rmSync(LOCK, { force: true });
  const heartbeat = setInterval(() => utimes(LOCK, new Date(), new Date(), () => undefined), 5000);
  process.once('exit', unlock);
  try {
    await work((pid) => {
      mine.pids.push(pid);
      write('w');
    });
  } finally {
    clearInterval(heartbeat);
    process.off('exit', unlock);
    unlock();
  }
}

/** Removes the lock of dead processes. @returns whether to retry at once */
function breakStaleLock() {
  let found;
  try {
    found = readFileSync(LOCK, 'utf8');
    const quietMs = Date.now() - statSync(LOCK).mtimeMs;
    if (quietMs < LOCK_IS_STALE_MS && !holdersAreGone(found, quietMs)) return false;
    const aside = `${LOCK}.${randomBytes(4).toString('hex')}`;
    renameSync(LOCK, aside);
    // If another process replaced the stale lock between the read and the rename, restore its lock.
    if (readFileSync(aside, 'utf8') === found) rmSync(aside);
    else renameSync(aside, LOCK);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

function holdersAreGone(text, quietMs) {
  let holder;
  try {
    holder = JSON.parse(text);
  } catch {
    return quietMs > 5000; // the holder has not written the file yet, or was killed before
  }
  return holder.host === hostname() && !holder.pids.some(isAlive);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `main`; reports a BootstrapError in one line, after its output, with exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    if (error.output) process.stderr.write(`${readable(error.output).trimEnd()}\n`);
    process.stderr.write(`${error.message}\n`);
    if (error.signal && process.platform !== 'win32') process.kill(process.pid, error.signal);
    process.exitCode = 1;
  }
}

/** Strips colours unless stderr is a terminal. */
function readable(text) {
  return process.stderr.isTTY ? text : util.stripVTControlCharacters(text);
}

/** Whether this module is the program that Node was asked to run. */
export function isProgram(moduleUrl) {
  const program = process.argv[1];
  return program !== undefined && existsSync(program) && realpathSync(program) === fileURLToPath(moduleUrl);
}

if (isProgram(import.meta.url)) {
  await runMain(async () => {
    requireNode();
    await prepare({ build: true });
    if (process.argv[2] === '--build') return;
    process.setSourceMapsEnabled(true);
    process.argv[1] = MAIN;
    await import(pathToFileURL(MAIN).href);
  });
}
