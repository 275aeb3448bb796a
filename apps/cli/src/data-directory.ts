import { chmodSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';
import { IS_PACKAGE, ROOT } from './root.js';

/** The folder of the embedded database, stored files and the key of the demonstration. */
export function dataDirectory({ env }: Pick<Io, 'env'>): string {
  if (env['DATA_DIR']) return resolve(env['DATA_DIR']);
  return IS_PACKAGE ? join(homedir(), '.property-map-service') : join(ROOT, '.data');
}

const LOG = /^(postgres|service)\.log(\.\d+)?$/;
const OWN = /^(files|backups|imports|postgres|postgres\.new-.+|demonstration.*\.json.*)$/;

/** The log file of `npm start`. */
export const serviceLog = (io: Pick<Io, 'env'>): string => join(dataDirectory(io), 'service.log');

/**
 * Removes the permissions of other users on the folder and the database log, which earlier versions made readable by everyone.
 * A folder that is world-writable or contains other files keeps its mode; then the service restricts each of its own files instead
 * (the file store restricts stored files).
 */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const names = readdirSync(folder);
    for (const name of names) if (LOG.test(name)) chmodSync(join(folder, name), 0o600);
    const isOurs = names.every((name) => OWN.test(name) || LOG.test(name)) && !isSticky(folder);
    if (isOurs) chmodSync(folder, 0o700);
  } catch {
    // missing, or owned by another user; the code that needs the folder reports that
  }
}

/** Whether the sticky bit is set, as on /tmp. */
const isSticky = (folder: string): boolean => (statSync(folder).mode & 0o1000) !== 0;
