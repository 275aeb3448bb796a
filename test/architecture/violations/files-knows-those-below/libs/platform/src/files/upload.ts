export { JsonBody } from '../rest/body.js'; // not allowed: files-knows-those-below
