import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, readSettings, SettingError, type Settings } from '@app/platform/core';
import { dataDirectory } from './data-directory.js';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { CommandError, Interrupted } from './errors.js';
import type { Io } from './io.js';
import { step } from './progress.js';

/** Reads and validates all settings. Without DATABASE_URL, a placeholder stands for the URL of the embedded database. */
export function settingsOf(io: Io, defaults: NodeJS.ProcessEnv = {}): Settings {
  const given = Object.fromEntries(Object.entries(io.env).filter(([, value]) => value));
  return readSettings({ DATABASE_URL: 'postgres://embedded', ...defaults, ...given, DATA_DIR: dataDirectory(io) });
}

export interface Connection {
  url: string;
  /** Disconnects. An embedded server stops unless other processes use it. */
  leave(): Promise<void>;
}

/** Whether there is a database to connect to; otherwise `connect` creates one. */
export const hasDatabase = (io: Io): boolean =>
  Boolean(io.env['DATABASE_URL']) || existsSync(join(dataDirectory(io), 'postgres'));

/** @throws CommandError if there is no database to read, which `connect` would create */
export function requireDatabase(io: Io): void {
  if (!hasDatabase(io))
    throw new CommandError(
      `There is no database in ${dataDirectory(io)}: check DATA_DIR, or \`start\` the service once`,
    );
}

/** Connects to DATABASE_URL or, without it, to the embedded server, starting that if necessary. */
export async function connect(io: Io): Promise<Connection> {
  const folder = dataDirectory(io);
  const url = io.env['DATABASE_URL'];
  if (url) return { url, leave: async () => undefined };
  let report: (text: string) => void;
  const embedded = await step(io, 'Starting the database', (tell) => {
    report = (text) => tell(text.replace(/ ?\.+$/, ''));
    makeDataDirectory(folder);
    return startEmbeddedPostgres(folder, { onProgress: (text) => report(text), signal: io.signal });
  }).catch((error: unknown) => {
    throw io.signal.aborted ? new Interrupted() : error;
  });
  report = io.err; // for later events, such as a restart of the server
  return { url: embedded.url, leave: () => embedded.stop() };
}

function makeDataDirectory(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    throw new SettingError(`DATA_DIR ${folder} cannot be created: ${(error as Error).message}`);
  }
}

/** Milliseconds in which work that observes the signal can clean up. */
const GRACE_MS = 3_000;

/** Runs work against the database and disconnects afterwards. */
export async function withDatabase<T>(io: Io, work: (settings: Settings) => Promise<T>): Promise<T> {
  const settings = settingsOf(io);
  const connection = await connect(io);
  try {
    if (io.signal.aborted) throw new Interrupted();
    return await interruptible(io, work({ ...settings, databaseUrl: connection.url }));
  } finally {
    await connection.leave();
  }
}

/**
 * The result of work. After a signal, work that does not end within the grace period is abandoned: the process must exit, otherwise
 * the work would go on and commit. @throws Interrupted
 */
export function interruptible<T>({ signal }: Pick<Io, 'signal'>, work: Promise<T>): Promise<T> {
  const done = work.catch((error: unknown) => {
    throw signal.aborted ? new Interrupted() : error;
  });
  return Promise.race([done, interrupted(signal)]);
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => setTimeout(() => reject(new Interrupted()), GRACE_MS).unref();
    signal.addEventListener('abort', stop, { once: true });
  });
}
