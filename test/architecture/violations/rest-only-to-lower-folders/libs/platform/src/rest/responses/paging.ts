export { Door } from '../index.js'; // not allowed: rest-only-to-lower-folders
