import { unavailable } from '../domain/errors.js';

/** Lets so many through at once; the others wait their turn, first come first served, but not for ever. */
export class Turnstile {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** @param longest wait in milliseconds, then 503 */
  constructor(
    places: number,
    private readonly longest: number,
  ) {
    this.free = Math.max(1, Math.floor(places));
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
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(unavailable('Too many requests of this kind are waiting'));
      }, this.longest);
      this.waiting.push(enter);
    });
  }
}
