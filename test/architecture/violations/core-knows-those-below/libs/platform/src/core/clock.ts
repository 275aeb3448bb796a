export { Database } from '../persistence/database.js'; // not allowed: core-knows-those-below
