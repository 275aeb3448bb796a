import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, giveTo, pathFor, runAs, serverAccount, writeFor } from './account.js';
import { binaries } from './binaries.js';
import { belongsToAnother, codeOf, EmbeddedPostgresError } from './errors.js';
import type { EmbeddedOptions } from './options.js';
import { isAlive } from './pid-file.js';
import { freePort, type ServerPaths, SUPERUSER } from './server-paths.js';
import { isWindows, runToEnd } from './system.js';

const CREATION_MS = 5 * 60_000;
const ownDrafts = new Set<string>();

/** Creates the database files if they do not exist. A crash leaves only a temporary folder, which the next start removes. */
export async function ensureCluster({ home, data }: ServerPaths, options: EmbeddedOptions): Promise<void> {
  while (othersCreate(home) && !isCluster(data)) await sleep(50, undefined, { signal: options.signal });
  if (isCluster(data)) return;
  const account = serverAccount(data);
  const startedAt = Date.now();
  options.onProgress?.(`Creating the database in ${data} ...`);
  const draft = fs.mkdtempSync(join(home, `postgres.new-${process.pid}-`));
  ownDrafts.add(draft);
  const fresh = join(draft, 'data');
  const [password, superuserPassword] = [newPassword(), newPassword()];
  try {
    fs.mkdirSync(fresh, { mode: 0o700 });
    for (const path of [draft, fresh]) giveTo(account, path);
    writeFor(account, join(draft, 'password'), superuserPassword);
    await initialise(fresh, account, options);
    writeFor(
      account,
      join(fresh, 'embedded.json'),
      JSON.stringify({ password, superuserPassword, port: await freePort() }),
    );
    publish(fresh, data);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    ownDrafts.delete(draft);
  }
  options.onProgress?.(`Created the database in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
}

const newPassword = (): string => randomBytes(24).toString('base64url');

export function isCluster(data: string): boolean {
  try {
    const names = fs.readdirSync(data);
    if (names.length === 0 || names.includes('embedded.json')) return names.length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw codeOf(error) === 'EACCES' ? belongsToAnother(data) : error;
  }
  throw new EmbeddedPostgresError(`${data} contains something other than this service's database: move it.`);
}

async function initialise(
  fresh: string,
  account: Account | undefined,
  { fast, signal }: EmbeddedOptions,
): Promise<void> {
  const { initdb } = await binaries(account);
  const target = pathFor(account, fresh);
  // One iteration instead of 4,096: the password is random, so that more would only slow down each connection.
  const access = [
    '-U',
    SUPERUSER,
    '--auth=scram-sha-256',
    `--pwfile=${target}/../password`,
    '-c',
    'scram_iterations=1',
  ];
  // Unicode case mapping and code point order, identical on every platform.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    const flags = ['-D', target, ...access, ...locale, ...(fast ? ['--no-sync'] : [])];
    await runToEnd(initdb, flags, runAs(account, fresh), signal);
  } catch (error) {
    const { code, stderr, message } = error as Error & { code?: unknown; stderr?: string };
    const musl = code === 'ENOENT' && 'its programs do not run on this system (Alpine has no glibc): set DATABASE_URL';
    const said = /(?:error|FATAL|PANIC): +(.*)/.exec(stderr ?? '')?.[1]; // the first error causes the others
    const reason = musl || said || stderr?.trim().split('\n').pop() || message;
    throw new EmbeddedPostgresError(`PostgreSQL cannot create its files: ${reason}.`);
  }
}

/** Moves the files into place with one atomic rename. Another process may have been first. */
function publish(fresh: string, data: string): void {
  try {
    fs.renameSync(fresh, data);
  } catch (error) {
    if (!isCluster(data)) throw error;
  }
  if (isWindows) return; // directories cannot be synced
  const parent = fs.openSync(dirname(data), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

/** Whether another process is creating the files. Removes the folders of killed processes, or leaves them to the next start. */
function othersCreate(home: string): boolean {
  for (const name of fs.readdirSync(home)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (!pid) continue;
    const path = join(home, name);
    const age = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    // In a container, the killed process may have had our pid.
    if (pid === process.pid ? ownDrafts.has(path) : isAlive(pid) && age < CREATION_MS) return true;
    try {
      fs.rmSync(path, { recursive: true, force: true });
    } catch {
      // initdb of a killed process is still writing
    }
  }
  return false;
}
