export type { UnitDto } from './unit.dto.js'; // not allowed: no-deep-index
