import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, EmbeddedPostgresError } from './errors.js';
import type { EmbeddedOptions } from './options.js';
import { livePostmaster } from './pid-file.js';
import { choosePort, passwordOf, ROLE, type ServerPaths, SUPERUSER, urlOf } from './server-paths.js';
import { launch, RECOVERY_MS, shutDown } from './server.js';

export const IN_USE = 7_203_401; // advisory lock, held in shared mode by every user
const START_TIMEOUT_MS = 60_000;
const INVALID_PASSWORD = '28P01';

/** Adds two methods that `@types/pg` lacks. */
export type Share = pg.Client & { ref(): void; unref(): void };

/** Joins the server, starting it if necessary. @param port the only acceptable port */
export async function enter(
  paths: ServerPaths,
  options: EmbeddedOptions,
  { port, cancelled }: { port?: number; cancelled?: () => boolean } = {},
): Promise<{ client: Share; port: number; launched: boolean }> {
  const startedAt = Date.now();
  let timeout = START_TIMEOUT_MS;
  let launched = false;
  for (;;) {
    const running = livePostmaster(paths.data);
    let problem: string | undefined = 'it does not become ready';
    if (running?.ready) {
      const share = await acquireShare(paths, running.port);
      if (share instanceof pg.Client) return { client: share as Share, port: running.port, launched };
      problem = share;
    } else if (running) {
      timeout = RECOVERY_MS; // after a crash, PostgreSQL first replays its WAL
    }
    // A ready server would accept the connection, so this pid belongs to another program.
    if (!running || problem.includes('ECONNREFUSED')) {
      problem = await launch(paths, port ?? (await choosePort(paths)), options);
      launched = problem === undefined;
      if (launched) continue;
    }
    if (cancelled?.() || options.signal?.aborted) throw new EmbeddedPostgresError('Cancelled.');
    if (Date.now() - startedAt > timeout) {
      throw new EmbeddedPostgresError(`PostgreSQL in ${paths.data} cannot be used: ${problem} (log: ${paths.log}).`);
    }
    await sleep(50);
  }
}

/** Stops the server while holding the shared lock exclusively, so that no process joins a server that is shutting down. */
export async function stopUnused(paths: ServerPaths): Promise<boolean> {
  const running = livePostmaster(paths.data);
  if (!running) return true;
  const client = await connect(paths, running.port).catch(() => undefined);
  if (!client) return !livePostmaster(paths.data);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [IN_USE]);
    if (rows[0].alone) await shutDown(paths, running.pid);
    return rows[0].alone as boolean;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Connects as the role of the service, which the first connection creates. */
export async function connect(paths: ServerPaths, port: number): Promise<pg.Client> {
  try {
    return await connectAs(ROLE, paths, port);
  } catch (error) {
    if (codeOf(error) !== INVALID_PASSWORD) throw error; // also that of a role that does not exist
    await asSuperuser(paths, port, (superuser) => createRole(superuser, passwordOf(paths, ROLE)));
    return connectAs(ROLE, paths, port);
  }
}

/** Runs work as the superuser, over a connection of its own. */
export async function asSuperuser(
  paths: ServerPaths,
  port: number,
  work: (superuser: pg.Client) => Promise<unknown>,
): Promise<void> {
  const superuser = await connectAs(SUPERUSER, paths, port);
  try {
    await work(superuser);
  } finally {
    await superuser.end().catch(() => undefined);
  }
}

/**
 * The log receives only messages of the server itself. Errors of statements go to the session, which expects some of them; in
 * the log they would add two lines per request with a conflict.
 */
const createRole = (superuser: pg.Client, password: string): Promise<unknown> =>
  superuser
    .query(
      `create role ${ROLE} login password ${superuser.escapeLiteral(password)}; alter role ${ROLE} set log_min_messages = log`,
    )
    .catch(unlessExists);

/** Another process was first. */
export function unlessExists(error: unknown): void {
  if (!['42710', '42P04', '23505'].includes(codeOf(error) ?? '')) throw error;
}

async function connectAs(role: string, paths: ServerPaths, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(paths, port, 'postgres', role),
    ssl: false,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: 5000,
  });
  client.on('error', () => undefined); // the event `end` follows
  await client.connect();
  return client;
}

async function acquireShare(paths: ServerPaths, port: number): Promise<pg.Client | string> {
  let client: pg.Client | undefined;
  try {
    client = await connect(paths, port);
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as taken', [IN_USE]);
    if (rows[0].taken) return client;
    await client.end();
    return 'it is being stopped';
  } catch (error) {
    await client?.end().catch(() => undefined);
    if (codeOf(error) !== INVALID_PASSWORD) return String(error);
    throw new EmbeddedPostgresError(`The password in ${paths.data}/embedded.json is not the server's.`);
  }
}
