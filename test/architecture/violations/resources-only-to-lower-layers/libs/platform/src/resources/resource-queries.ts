export { JsonBody } from '../rest/body.js'; // not allowed: resources-only-to-lower-layers
