/** Domain time: one clock for all replicas. */
export abstract class Clock {
  abstract now(): Promise<Date>;
}
