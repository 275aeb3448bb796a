import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

type EmbeddedPostgres = typeof import('../../apps/cli/src/embedded-postgres/embedded-postgres.js');
type Database = Awaited<ReturnType<EmbeddedPostgres['startEmbeddedPostgres']>>;

declare global {
  /** The server of this run, for the teardown. */
  var testServer: { database: Database; directory: string } | undefined;
}

const PREFIX = `property-map-test-${process.getuid?.() ?? 'user'}-`;
const SETUP_LIMIT_MS = 10 * 60_000;

const MEMORY_FOLDER = '/dev/shm';
/** Bytes that must be free in this folder and in memory. A whole run uses about 400 MB. */
const REQUIRED_MEMORY = 4 * 2 ** 30;

/**
 * One throwaway PostgreSQL for the whole run, unless TEST_DATABASE_URL names a server; suites make their databases in it.
 * TEST_RUN marks what this run creates there.
 */
export default async function globalSetup(): Promise<void> {
  process.env['TEST_RUN'] = randomBytes(4).toString('hex');
  if (process.env['TEST_DATABASE_URL']) return;
  const { startEmbeddedPostgres, stopUnusedEmbeddedPostgres } = await embeddedPostgres();
  await removeDeadRuns(stopUnusedEmbeddedPostgres);
  const directory = mkdtempSync(join(serverFolder(), `${PREFIX}${process.pid}-`));
  const database = await startEmbeddedPostgres(directory, {
    fast: true,
    database: 'postgres',
    maxConnections: 200,
  });
  process.env['TEST_DATABASE_URL'] = database.superuserUrl; // suites create databases and change settings
  globalThis.testServer = { database, directory };
}

/** As it was built: Jest resolves no paths of tsconfig.json in what runs before the suites. */
const embeddedPostgres = async () => {
  const program = '../../dist/apps/cli/src/embedded-postgres/embedded-postgres.js';
  return (await import(program)) as EmbeddedPostgres;
};

/** In memory if there is room, because a suite's database is copied from the template there in a tenth of the time. */
function serverFolder(): string {
  return Math.min(freeBytes(MEMORY_FOLDER), process.availableMemory()) > REQUIRED_MEMORY ? MEMORY_FOLDER : tmpdir();
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0; // no such folder
  }
}

/** A run that was killed could not stop its server: it is known by nobody using it. */
async function removeDeadRuns(stopUnused: EmbeddedPostgres['stopUnusedEmbeddedPostgres']): Promise<void> {
  const folders = new Set([tmpdir(), MEMORY_FOLDER].filter(existsSync));
  const left = [...folders].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const directory of left) {
    const name = basename(directory);
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    try {
      const settled = Date.now() - statSync(directory).mtimeMs > SETUP_LIMIT_MS;
      if (isAlive(pid) && !settled) continue; // it may not have started its server yet
      if (await stopUnused(directory)) rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      process.stderr.write(`The server of an earlier test run is left in ${directory}: ${(error as Error).message}\n`);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
