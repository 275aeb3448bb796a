export { ListUnits } from '../../../libs/catalog/src/units/unit.queries.js'; // not allowed: app-by-the-door, by-alias
