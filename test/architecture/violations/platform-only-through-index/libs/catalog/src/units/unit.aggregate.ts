export { Aggregate } from '../../../platform/src/core/aggregate.js'; // not allowed: platform-only-through-index, libraries-by-alias
