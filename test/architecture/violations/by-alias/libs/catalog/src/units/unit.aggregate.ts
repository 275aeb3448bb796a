export { Aggregate } from '../../../kernel/src/index.js'; // not allowed: by-alias
