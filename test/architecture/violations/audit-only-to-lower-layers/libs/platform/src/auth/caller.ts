export class Caller {}
