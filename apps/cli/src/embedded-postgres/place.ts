import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { serverAccount, writeFor } from './account.js';
import { EmbeddedPostgresError } from './errors.js';

export interface Place {
  home: string;
  data: string;
  log: string;
}

export function placeOf(dataDir: string): Place {
  const home = fs.existsSync(dataDir) ? fs.realpathSync(dataDir) : resolve(dataDir);
  const data = join(home, 'postgres');
  return { home, data, log: join(home, 'postgres.log') };
}

interface Credentials {
  password: string;
  port: number;
}

export const USER = 'app';

/** Below what systems hand out to outgoing connections, so that nothing takes the port while the server is down. */
const PORTS = [20_000, 32_000] as const;

/**
 * Errors of a statement are returned to the session, which knows which of them it expected: in the log they would be
 * two lines for each request that meets a conflict. What the server itself has to say is logged as ever.
 */
const QUIET = `?options=${encodeURIComponent('-c log_min_messages=log')}`;

export function urlOf(place: Place, port: number, database: string): string {
  const address = `${USER}:${credentials(place).password}@127.0.0.1:${port}`;
  return `postgres://${address}/${encodeURIComponent(database)}${QUIET}`;
}

/** The port of the last time, so that urls stay; another one, remembered, when a stranger has taken it. */
export async function choosePort(place: Place): Promise<number> {
  const known = credentials(place);
  if (await isFree(known.port)) return known.port;
  const port = await freePort();
  const draft = join(place.data, `embedded.json.${process.pid}`);
  writeFor(serverAccount(place.data), draft, JSON.stringify({ ...known, port }));
  fs.renameSync(draft, join(place.data, 'embedded.json'));
  return port;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
}

function credentials({ data }: Place): Credentials {
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
