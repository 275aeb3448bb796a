export { assert } from 'fast-check'; // not allowed: declared-package
