import { type Settings, SETTINGS, unavailable } from '@app/kernel';
import { Inject, Injectable } from '@nestjs/common';

const WAIT_MS = 20_000;

/** Bounds the ingests that hold a connection at once, so that they leave some to everybody else. The others wait their turn. */
@Injectable()
export class IngestLane {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.free = Math.max(1, Math.floor(settings.poolSize / 4));
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
        reject(unavailable('Too many deliveries are being stored at the moment', 5));
      }, WAIT_MS);
      this.waiting.push(enter);
    });
  }
}
