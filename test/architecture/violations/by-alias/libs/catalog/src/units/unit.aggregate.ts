export { Aggregate } from '../../../platform/src/core/index.js'; // not allowed: by-alias
