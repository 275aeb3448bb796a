export { Counter } from '../telemetry/metrics.js'; // not allowed: core-rooms
