export class UnitController {}
