export { Database } from '../persistence/database.js'; // not allowed: migrations-knows-those-below
