import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, EmbeddedPostgresError } from './errors.js';
import type { EmbeddedOptions } from './options.js';
import { livePostmaster } from './pid-file.js';
import { choosePort, type Place, urlOf } from './place.js';
import { launch, RECOVERY_MS, shutDown } from './server.js';

export const IN_USE = 7_203_401; // the advisory lock that users share
const START_TIMEOUT_MS = 60_000;

/** `@types/pg` lacks these two. */
export type Share = pg.Client & { ref(): void; unref(): void };

/** Starts the server if need be, and takes a share in it. With `port` only that port will do. */
export async function enter(
  place: Place,
  options: EmbeddedOptions,
  { port, cancelled }: { port?: number; cancelled?: () => boolean } = {},
): Promise<{ client: Share; port: number; launched: boolean }> {
  const startedAt = Date.now();
  let timeout = START_TIMEOUT_MS;
  let launched = false;
  for (;;) {
    const running = livePostmaster(place.data);
    let problem: string | undefined = 'it does not become ready';
    if (running?.ready) {
      const share = await takeShare(place, running.port);
      if (share instanceof pg.Client) return { client: share as Share, port: running.port, launched };
      problem = share;
    } else if (running) {
      timeout = RECOVERY_MS; // after a crash PostgreSQL first repeats what its log holds
    }
    // A server that is ready listens: what refuses is another program that got the pid of a dead server.
    if (!running || problem.includes('ECONNREFUSED')) {
      problem = await launch(place, port ?? (await choosePort(place)), options);
      launched = problem === undefined;
      if (launched) continue;
    }
    if (cancelled?.()) throw new EmbeddedPostgresError('Cancelled.');
    if (Date.now() - startedAt > timeout) {
      throw new EmbeddedPostgresError(`PostgreSQL in ${place.data} cannot be used: ${problem} (log: ${place.log}).`);
    }
    await sleep(50);
  }
}

/** Stops the server while the lock that all users share is ours alone, so that nobody joins a dying server. */
export async function stopUnused(place: Place): Promise<boolean> {
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

export async function connect(place: Place, port: number): Promise<pg.Client> {
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
