/**
 * jest-circus, which Jest loads for each suite, keeps an AsyncLocalStorage that is never disabled. Node then visits all of them at every
 * promise, and a worker that has run 60 suites spends a fifth of its time there.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const hooks = createRequire(import.meta.url)('node:async_hooks');
const made = new Set();

hooks.AsyncLocalStorage = class AsyncLocalStorage extends hooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    if (/[\\/]jest-circus[\\/]/.test(new Error().stack)) made.add(this);
  }
};
syncBuiltinESMExports();

/** Disables those of the suites so far. */
export function disableCircusStorage() {
  for (const storage of made) storage.disable();
  made.clear();
}
