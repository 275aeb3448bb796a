export class Counter {}
