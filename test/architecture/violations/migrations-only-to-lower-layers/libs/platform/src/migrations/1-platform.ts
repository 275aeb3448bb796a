export { Database } from '../persistence/database.js'; // not allowed: migrations-only-to-lower-layers
