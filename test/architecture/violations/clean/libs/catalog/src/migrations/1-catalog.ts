export class Catalog1 {}
