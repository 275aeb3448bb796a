export class Reply {}
