'use strict';
/**
 * Loads the bundle of packages with V8's code cache, which saves a fifth of a start. V8 rejects a cache of another version of itself,
 * and then compiles the bundle as if there were none. Node 20 has no compile cache of its own.
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { wrap } = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'bundle.js');
const cache = join(__dirname, 'bundle.cache');

const script = new Script(wrap(readFileSync(filename, 'latin1')), {
  filename,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
});
script.runInThisContext()(exports, require, module, filename, __dirname);

module.exports.codeCache = {
  isUsed: script.cachedDataRejected === false,
  /** Writes the functions that have run so far. */
  write: () => writeFileSync(cache, script.createCachedData()),
};
