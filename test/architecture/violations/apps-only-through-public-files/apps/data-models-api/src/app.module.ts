export { ListUnits } from '../../../libs/catalog/src/units/unit.queries.js'; // not allowed: apps-only-through-public-files, libraries-by-alias
