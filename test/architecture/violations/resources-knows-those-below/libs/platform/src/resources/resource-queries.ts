export { JsonBody } from '../rest/body.js'; // not allowed: resources-knows-those-below
