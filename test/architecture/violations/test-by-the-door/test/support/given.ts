export { ListUnits } from '../../libs/catalog/src/units/unit.queries.js'; // not allowed: test-by-the-door, by-alias
