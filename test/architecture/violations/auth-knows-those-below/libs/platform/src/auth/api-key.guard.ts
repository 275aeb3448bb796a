export { Operation } from '../rest/operation.js'; // not allowed: auth-knows-those-below
