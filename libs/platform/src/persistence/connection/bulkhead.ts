import { unavailable } from '../../core/model/errors.js';

/** A semaphore with a queue: a limited number run concurrently, the rest wait in order of arrival, for a limited time. */
export class Bulkhead {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  /** since the start: how many waited, for how long in total, and how many timed out */
  waits = 0;
  waitedMs = 0;
  rejections = 0;

  /** @param maxWait milliseconds; then 503 */
  constructor(
    permits: number,
    private readonly maxWait: number,
  ) {
    this.free = Math.max(1, Math.floor(permits));
  }

  /** How many are waiting now. */
  get queue(): number {
    return this.waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.enter();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Acquires a permit. @param signal ends the wait @returns releases the permit; further calls do nothing */
  async enter(signal?: AbortSignal): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await this.acquire(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }

  private acquire(signal?: AbortSignal): Promise<void> {
    const since = performance.now();
    this.waits += 1;
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.waitedMs += performance.now() - since;
      };
      const enter = () => {
        end();
        resolve();
      };
      const leave = () => {
        end();
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(unavailable('Too many requests of this kind are waiting'));
      };
      const timer = setTimeout(() => {
        this.rejections += 1;
        leave();
      }, this.maxWait);
      this.waiting.push(enter);
      if (signal?.aborted) leave();
      else signal?.addEventListener('abort', leave);
    });
  }
}
