export { parse } from 'acorn'; // not allowed: not-to-undeclared-package
