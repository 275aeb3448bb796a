export class Operation {}
