import type { OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

const EVERY_MS = 5_000;

/** A job that runs when triggered, and at an interval for what no trigger announced, such as the work of a killed process. */
export abstract class TriggeredJob implements OnModuleDestroy {
  protected isClosed = false;
  private running: Promise<void> | undefined;
  private again = false;

  /** Must not reject. */
  abstract run(): Promise<void>;

  /** Runs now; during a run, once more after it. */
  trigger(): void {
    if (this.isClosed) return;
    if (this.running) this.again = true;
    else
      this.running = this.run().finally(() => {
        this.running = undefined;
        if (!this.again) return;
        this.again = false;
        this.trigger();
      });
  }

  @Interval(EVERY_MS)
  tick(): void {
    this.trigger();
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }
}
