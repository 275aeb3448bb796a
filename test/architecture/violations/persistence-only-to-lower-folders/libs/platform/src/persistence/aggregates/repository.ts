export { JsonQuery } from '../reads/json-query.js'; // not allowed: persistence-only-to-lower-folders
