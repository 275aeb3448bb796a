import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';
import { ROOT } from './root.js';

/** Where the embedded database, stored files and the demonstration's key are kept. */
export function dataDirectory({ env }: Pick<Io, 'env'>): string {
  return env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(ROOT, '.data');
}

const LOG = /^postgres\.log(\.\d+)?$/;
const OWN = /^(files|backups|postgres|postgres\.new-.+|demonstration.*\.json.*)$/;

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
