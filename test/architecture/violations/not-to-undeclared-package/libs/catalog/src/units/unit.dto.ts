export { assert } from 'fast-check'; // not allowed: not-to-undeclared-package
