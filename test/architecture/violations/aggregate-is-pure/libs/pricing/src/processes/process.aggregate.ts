export { Pool } from 'pg'; // not allowed: aggregate-is-pure
