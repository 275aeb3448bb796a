export { Caller } from '../auth/caller.js'; // not allowed: audit-knows-those-below
