export { ListUnits } from './unit.queries.js'; // not allowed: aggregate-is-pure
