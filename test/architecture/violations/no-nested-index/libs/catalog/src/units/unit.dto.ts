export interface UnitDto {}
