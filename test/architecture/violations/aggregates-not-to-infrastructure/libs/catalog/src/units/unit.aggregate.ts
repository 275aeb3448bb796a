export { ListUnits } from './unit.queries.js'; // not allowed: aggregates-not-to-infrastructure
