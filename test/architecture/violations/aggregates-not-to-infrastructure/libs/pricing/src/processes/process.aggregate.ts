export { Pool } from 'pg'; // not allowed: aggregates-not-to-infrastructure
