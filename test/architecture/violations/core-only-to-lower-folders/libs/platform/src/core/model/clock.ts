export { Counter } from '../telemetry/metrics.js'; // not allowed: core-only-to-lower-folders
