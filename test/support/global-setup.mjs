import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  startEmbeddedPostgres,
  stopUnusedEmbeddedPostgres,
} from '../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js';

const PREFIX = `property-map-test-${process.getuid?.() ?? 'user'}-`;
const SETUP_LIMIT_MS = 10 * 60_000;

const MEMORY_FOLDER = '/dev/shm';
/** Bytes that must be free in this folder and in memory. A whole run uses about 400 MB. */
const REQUIRED_MEMORY = 4 * 2 ** 30;

/**
 * One throwaway PostgreSQL for the whole run, unless TEST_DATABASE_URL names a server; suites make their databases in it.
 * TEST_RUN marks what this run creates there.
 */
export default async function globalSetup() {
  process.env.TEST_RUN = randomBytes(4).toString('hex');
  if (process.env.TEST_DATABASE_URL) return;
  await removeDeadRuns();
  const directory = mkdtempSync(join(serverFolder(), `${PREFIX}${process.pid}-`));
  const database = await startEmbeddedPostgres(directory, {
    fast: true,
    database: 'postgres',
    maxConnections: 200,
  });
  process.env.TEST_DATABASE_URL = database.superuserUrl; // suites create databases and change settings
  globalThis.__testServer = { database, directory };
}

/** In memory if there is room, because a suite's database is copied from the template there in a tenth of the time. */
function serverFolder() {
  return Math.min(freeBytes(MEMORY_FOLDER), process.availableMemory()) > REQUIRED_MEMORY ? MEMORY_FOLDER : tmpdir();
}

function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0; // no such folder
  }
}

/** A run that was killed could not stop its server: it is known by nobody using it. */
async function removeDeadRuns() {
  const folders = new Set([tmpdir(), MEMORY_FOLDER].filter(existsSync));
  const left = [...folders].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const directory of left) {
    const name = basename(directory);
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    try {
      const settled = Date.now() - statSync(directory).mtimeMs > SETUP_LIMIT_MS;
      if (isAlive(pid) && !settled) continue; // it may not have started its server yet
      if (await stopUnusedEmbeddedPostgres(directory)) rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      process.stderr.write(`The server of an earlier test run is left in ${directory}: ${error.message}\n`);
    }
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
