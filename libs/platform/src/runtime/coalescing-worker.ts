/** Looks when it is woken: one look at a time; woken during one, it looks once more after it. */
export class Wakeful {
  isClosed = false;
  private running: Promise<void> | undefined;
  private again = false;

  /** @param look never fails */
  constructor(private readonly look: () => Promise<void>) {}

  wake(): void {
    if (this.isClosed) return;
    if (this.running) this.again = true;
    else
      this.running = this.look().finally(() => {
        this.running = undefined;
        if (!this.again) return;
        this.again = false;
        this.wake();
      });
  }

  /** Ends with the look that is under way. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }
}
