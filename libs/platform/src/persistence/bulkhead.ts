import { unavailable } from '../core/errors.js';

/** Lets so many through at once; the others wait their turn, first come first served, but not for ever. */
export class Turnstile {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  /** since the start: who had to wait, for how long together, and who waited too long */
  waits = 0;
  waitedMs = 0;
  refusals = 0;

  /** @param longest wait in milliseconds, then 503 */
  constructor(
    places: number,
    private readonly longest: number,
  ) {
    this.free = Math.max(1, Math.floor(places));
  }

  /** Who waits now. */
  get queue(): number {
    return this.waiting.length;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(): Promise<void> {
    const since = performance.now();
    this.waits += 1;
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        this.waitedMs += performance.now() - since;
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        this.waitedMs += performance.now() - since;
        this.refusals += 1;
        reject(unavailable('Too many requests of this kind are waiting'));
      }, this.longest);
      this.waiting.push(enter);
    });
  }
}
