export { Database } from '../persistence/database.js'; // not allowed: core-only-to-lower-layers
