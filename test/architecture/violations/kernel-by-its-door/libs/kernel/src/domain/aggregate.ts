export abstract class Aggregate {}
