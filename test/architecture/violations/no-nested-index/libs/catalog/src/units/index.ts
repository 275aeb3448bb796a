export type { UnitDto } from './unit.dto.js'; // not allowed: no-nested-index
