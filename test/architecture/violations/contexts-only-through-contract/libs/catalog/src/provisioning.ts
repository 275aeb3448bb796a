export class UpsertUnits {}
