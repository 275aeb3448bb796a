export type { UnitDto } from '../../../catalog/src/units/unit.dto.js'; // not allowed: contract-only, by-alias
