import { register } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../../apps/cli/bootstrap.mjs';

register('../support/native/hooks.mjs', import.meta.url);

/** Imports a source of the service, by its path in the checkout. */
export const source = (path) => import(join(ROOT, path));
