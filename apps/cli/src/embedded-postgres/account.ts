import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.js';
import { isLinux, isRoot, isWindows } from './system.js';

/** The system user that runs the server when this process runs as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so the owner of the data runs it, otherwise an unprivileged user. */
export function serverAccount(data: string): Account | undefined {
  if (!isRoot) return undefined;
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (owner?.uid === 0)
    throw new EmbeddedPostgresError(`${data} belongs to root, but PostgreSQL does not run as root.`);
  if (owner) return { uid: owner.uid, gid: owner.gid };
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  throw new EmbeddedPostgresError('PostgreSQL does not run as root, and there is no other user: set DATABASE_URL.');
}

/** Spawn options. `cwd` is entered before root's privileges are dropped; secrets in the environment are not passed on. */
export function runAs(account: Account | undefined, cwd: string) {
  const env = isWindows ? process.env : { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return { ...account, cwd, env, windowsHide: true };
}

/**
 * The path of the working directory for a program that runs as `account`. Below a folder that only root may enter, such as /root,
 * absolute paths are inaccessible, but /proc/self/cwd still works.
 */
export function pathFor(account: Account | undefined, path: string): string {
  if (!account || othersMayEnter(dirname(path))) return path;
  if (isLinux) return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    `Only root may enter ${path}, but PostgreSQL does not run as root: choose another folder.`,
  );
}

export function othersMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  return (fs.statSync(folder).mode & 0o001) !== 0 && (parent === folder || othersMayEnter(parent));
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) fs.chownSync(path, account.uid, account.gid);
}

export function writeFor(account: Account | undefined, path: string, text: string): void {
  fs.writeFileSync(path, text, { mode: 0o600, flush: true });
  giveTo(account, path);
}
