/**
 * jest-circus, which Jest loads for each suite, keeps an AsyncLocalStorage that is never disabled. Before version 24, Node visits all of
 * them at every promise, and a worker that has run 60 suites spends a fifth of its time there.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const hooks = createRequire(import.meta.url)('node:async_hooks');
const made = new Set();

class AsyncLocalStorage extends hooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    if (/[\\/]jest-circus[\\/]/.test(new Error().stack)) made.add(this);
  }
}

// Newer versions of Node define it with a getter, which an assignment cannot replace.
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: AsyncLocalStorage });
syncBuiltinESMExports();

/** Disables those of the suites so far. */
export function disableCircusStorage() {
  for (const storage of made) storage.disable();
  made.clear();
}
