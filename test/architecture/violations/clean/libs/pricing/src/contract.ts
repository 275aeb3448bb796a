export { known } from './units/pricing-unit.queries.js';
