import { readSettings, type Settings } from '@app/platform/core';
import { closeToOthers, dataDirectory } from './data-directory.js';
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { Interrupted } from './errors.js';
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

/** Connects to DATABASE_URL or, without it, to the embedded server, starting that if necessary. */
export async function connect(io: Io): Promise<Connection> {
  closeToOthers(dataDirectory(io));
  const url = io.env['DATABASE_URL'];
  if (url) return { url, leave: async () => undefined };
  let report: (text: string) => void;
  const embedded = await step(io, 'Starting the database', (tell) => {
    report = (text) => tell(text.replace(/ ?\.+$/, ''));
    return startEmbeddedPostgres(dataDirectory(io), { onProgress: (text) => report(text) });
  });
  report = io.err; // for later events, such as a restart of the server
  return { url: embedded.url, leave: () => embedded.stop() };
}

/** Runs work against the database and disconnects afterwards, including after a signal. */
export async function withDatabase<T>(io: Io, work: (settings: Settings) => Promise<T>): Promise<T> {
  const settings = settingsOf(io);
  const connection = await connect(io);
  try {
    return await Promise.race([work({ ...settings, databaseUrl: connection.url }), interrupted(io.signal)]);
  } finally {
    await connection.leave();
  }
}

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new Interrupted());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
