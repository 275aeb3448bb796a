export { Database } from '../connection/database.js';
