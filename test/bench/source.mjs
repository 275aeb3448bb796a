import { join } from 'node:path';
import { ROOT } from '../../apps/cli/bootstrap.mjs';

/** Imports a module of the built service, by the path of its source in the checkout. */
export const source = (path) => import(join(ROOT, 'dist', path.replace(/ts$/, 'js')));
