export { Operation } from '../declare/operation.js'; // not allowed: rest-only-to-lower-folders
