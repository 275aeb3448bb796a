export type { UnitDto } from '../../../catalog/src/units/unit.dto.js'; // not allowed: contexts-only-through-contract, libraries-by-alias
