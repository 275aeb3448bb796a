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
  /** of the service's role */
  password: string;
  superuserPassword: string;
  port: number;
}

/** The role of the service, an ordinary one: it owns its database, and may neither read files nor run programs. */
export const ROLE = 'app';
/** Creates the role and the databases, and does nothing else. */
export const SUPERUSER = 'postgres';

/** Below the ephemeral ports of operating systems, so that no outgoing connection takes the port while the server is down. */
const PORTS = [20_000, 32_000] as const;

export function urlOf(paths: ServerPaths, port: number, database: string, role = ROLE): string {
  const address = `${role}:${passwordOf(paths, role)}@127.0.0.1:${port}`;
  return `postgres://${address}/${encodeURIComponent(database)}`;
}

export function passwordOf(paths: ServerPaths, role: string): string {
  const { password, superuserPassword } = credentials(paths);
  return role === SUPERUSER ? superuserPassword : password;
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
  const { password, superuserPassword, port } = found ?? {};
  if (typeof password === 'string' && typeof superuserPassword === 'string' && Number.isInteger(port))
    return found as Credentials;
  throw new EmbeddedPostgresError(
    `${file} is damaged; it holds the passwords of the database. Restore it from a backup, or move DATA_DIR away to start with an empty one.`,
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
