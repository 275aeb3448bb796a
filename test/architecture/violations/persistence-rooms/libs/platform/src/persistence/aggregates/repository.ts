export { JsonQuery } from '../reads/json-query.js'; // not allowed: persistence-rooms
