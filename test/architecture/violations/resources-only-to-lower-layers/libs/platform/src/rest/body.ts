export class JsonBody {}
