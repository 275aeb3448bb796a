export class Transaction {}
