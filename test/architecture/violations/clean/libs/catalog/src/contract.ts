export { ListUnits } from './units/unit.queries.js';
