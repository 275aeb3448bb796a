export class SweepJob {}
