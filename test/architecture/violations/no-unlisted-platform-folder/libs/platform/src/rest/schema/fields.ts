export class Field {}
