export { Aggregate } from '../../../platform/src/core/aggregate.js'; // not allowed: platform-by-room, by-alias
