export { Aggregate } from '../../../platform/src/core/index.js'; // not allowed: libraries-by-alias
