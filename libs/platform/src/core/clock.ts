/** Domain time: one clock for all replicas. */
export abstract class Clock {
  abstract now(): Promise<Date>;
}

/** A time as the main API writes it: whole seconds in UTC, such as `2026-11-20T11:21:15+00:00`. */
export const timestampOf = (time: Date): string => `${time.toISOString().slice(0, 19)}+00:00`;
