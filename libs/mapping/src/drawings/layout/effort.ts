import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Edges tested before yielding to other work. */
const STEP = 300_000;

/** A budget of edges to test, so that no drawing takes long, or blocks other work meanwhile. */
export class Effort {
  left = 60_000_000;
  private turnAt = this.left - STEP;

  /** Yields to other work if much was done since the last time. */
  async pause(): Promise<void> {
    if (this.left > this.turnAt) return;
    await yieldToOthers();
    this.turnAt = this.left - STEP;
  }
}
