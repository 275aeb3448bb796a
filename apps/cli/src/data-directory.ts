import { chmodSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';
import { IS_PACKAGE, ROOT } from './root.js';

/** Where the embedded database, stored files and the demonstration's key are kept. */
export function dataDirectory({ env }: Pick<Io, 'env'>): string {
  if (env['DATA_DIR']) return resolve(env['DATA_DIR']);
  return IS_PACKAGE ? join(homedir(), '.property-map-service') : join(ROOT, '.data');
}

const LOG = /^(postgres|service)\.log(\.\d+)?$/;
const OWN = /^(files|backups|imports|postgres|postgres\.new-.+|demonstration.*\.json.*)$/;

/** Where `npm start` keeps its log. */
export const serviceLog = (io: Pick<Io, 'env'>): string => join(dataDirectory(io), 'service.log');

/**
 * Earlier versions let every user of the machine read the folder and the database's log. A folder that holds anything of
 * others, or that everybody may write into, keeps its mode; what is ours in it is closed by itself (stored files by their store).
 */
export function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const names = readdirSync(folder);
    for (const name of names) if (LOG.test(name)) chmodSync(join(folder, name), 0o600);
    const isOurs = names.every((name) => OWN.test(name) || LOG.test(name)) && !isSticky(folder);
    if (isOurs) chmodSync(folder, 0o700);
  } catch {
    // not there yet, or of another user: who needs the folder says so
  }
}

/** As /tmp is. */
const isSticky = (folder: string): boolean => (statSync(folder).mode & 0o1000) !== 0;
