export { Operation } from '../rest/operation.js'; // not allowed: auth-only-to-lower-layers
