export { parse } from 'acorn'; // not allowed: declared-package
