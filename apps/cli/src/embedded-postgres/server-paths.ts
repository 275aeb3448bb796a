import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { serverAccount, writeFor } from './account.js';
import { EmbeddedPostgresError } from './errors.js';

/** Absolute paths of a server below DATA_DIR. */
export interface ServerPaths {
  home: string;
  data: string;
  log: string;
}

export function serverPaths(dataDir: string): ServerPaths {
  const home = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : resolve(dataDir);
  const data = join(home, 'postgres');
  return { home, data, log: join(home, 'postgres.log') };
}

interface Credentials {
  password: string;
  port: number;
}

export const USER = 'app';

/** Below the ephemeral ports of operating systems, so that no outgoing connection takes the port while the server is down. */
const PORTS = [20_000, 32_000] as const;

/**
 * Logs only messages of the server itself. Errors of statements go to the session, which expects some of them; in the log they
 * would add two lines per request with a conflict.
 */
const QUIET = `?options=${encodeURIComponent('-c log_min_messages=log')}`;

export function urlOf(paths: ServerPaths, port: number, database: string): string {
  const address = `${USER}:${credentials(paths).password}@127.0.0.1:${port}`;
  return `postgres://${address}/${encodeURIComponent(database)}${QUIET}`;
}

/** Reuses the previous port, so that URLs remain valid. If another program has taken it, chooses and remembers a new one. */
export async function choosePort(paths: ServerPaths): Promise<number> {
  const known = credentials(paths);
  if (await isFree(known.port)) return known.port;
  const port = await freePort();
  const draft = join(paths.data, `embedded.json.${process.pid}`);
  writeFor(serverAccount(paths.data), draft, JSON.stringify({ ...known, port }));
  fs.renameSync(draft, join(paths.data, 'embedded.json'));
  return port;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

function credentials({ data }: ServerPaths): Credentials {
  const file = join(data, 'embedded.json');
  const found = parsed(fs.readFileSync(file, 'utf8'));
  if (typeof found?.password === 'string' && Number.isInteger(found.port)) return found as Credentials;
  throw new EmbeddedPostgresError(
    `${file} is damaged; it holds the password of the database. Restore it from a backup, or move DATA_DIR away to start with an empty one.`,
  );
}

function parsed(text: string): Partial<Credentials> | null {
  try {
    return JSON.parse(text) as Partial<Credentials> | null;
  } catch {
    return null;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const server = createServer();
    server.once('error', () => settle(false));
    server.listen(port, '127.0.0.1', () => server.close(() => settle(true)));
  });
}
