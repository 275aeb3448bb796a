export class Entry {}
