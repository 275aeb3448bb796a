import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Io } from './io.js';
import { IS_PACKAGE, ROOT } from './root.js';

/** The folder of the embedded database, stored files and the key of the demonstration. */
export function dataDirectory({ env }: Pick<Io, 'env'>): string {
  if (env['DATA_DIR']) return resolve(env['DATA_DIR']);
  return IS_PACKAGE ? join(homedir(), '.property-map-service') : join(ROOT, '.data');
}

/** The log file of `npm start`. */
export const serviceLog = (io: Pick<Io, 'env'>): string => join(dataDirectory(io), 'service.log');
