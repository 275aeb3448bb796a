export { JsonBody } from '../rest/body.js'; // not allowed: files-only-to-lower-layers
