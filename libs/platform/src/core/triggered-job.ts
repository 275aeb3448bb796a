import type { OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CoalescingWorker } from './coalescing-worker.js';

const EVERY_MS = 5_000;

/** A job that runs when triggered, and at an interval for what no trigger announced, such as the work of a killed process. */
export abstract class TriggeredJob implements OnModuleDestroy {
  private readonly worker = new CoalescingWorker(() => this.run());

  /** Must not reject. */
  abstract run(): Promise<void>;

  /** Runs now; while it is running, once more after that. */
  trigger(): void {
    this.worker.trigger();
  }

  @Interval(EVERY_MS)
  tick(): void {
    this.trigger();
  }

  onModuleDestroy(): Promise<void> {
    return this.worker.close();
  }

  protected get isClosed(): boolean {
    return this.worker.isClosed;
  }
}
