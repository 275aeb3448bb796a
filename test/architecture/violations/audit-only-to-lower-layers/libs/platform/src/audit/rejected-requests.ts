export { Caller } from '../auth/caller.js'; // not allowed: audit-only-to-lower-layers
