export class ListUnits {}
