export class Door {}
