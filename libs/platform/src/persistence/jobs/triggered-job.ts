import type { OnModuleDestroy } from '@nestjs/common';
import { ScheduledJob } from './scheduled-job.js';

/** A job that also runs when triggered. The interval is for what no trigger announced, such as the work of a killed process. */
export abstract class TriggeredJob extends ScheduledJob implements OnModuleDestroy {
  protected isClosed = false;
  private again = false;

  /** Runs now; during a run, once more after it. */
  trigger(): void {
    void this.tick();
  }

  override async tick(): Promise<void> {
    this.again = true;
    while (this.again && !this.running && !this.isClosed) {
      this.again = false;
      await super.tick();
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }
}
