export { Health } from '../health.js'; // not allowed: runtime-only-to-lower-folders
