import { withTimeout } from '../../core/timing/with-timeout.js';

/** Milliseconds to wait for the previous run, which may never settle, before the next one starts. */
const MAX_WAIT = 100;

/** Runs work once for all concurrent callers. A caller only joins a run that starts after its call, so no result is older than the call. */
export class SingleFlight<T> {
  private current: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly work: () => Promise<T>) {}

  run(): Promise<T> {
    if (!this.current) return this.start();
    return (this.next ??= this.startAfter(this.current));
  }

  private async startAfter(current: Promise<T>): Promise<T> {
    await withTimeout(MAX_WAIT, current).catch(() => undefined);
    this.next = undefined;
    return this.start();
  }

  private start(): Promise<T> {
    const run = this.work().finally(() => {
      if (this.current === run) this.current = undefined;
    });
    this.current = run;
    return run;
  }
}
