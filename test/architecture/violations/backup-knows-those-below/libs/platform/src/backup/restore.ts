export { JsonBody } from '../rest/body.js'; // not allowed: backup-knows-those-below
