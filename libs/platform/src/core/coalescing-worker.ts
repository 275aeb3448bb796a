/** Runs its work when triggered, one run at a time; triggers during a run cause one more run after it. */
export class CoalescingWorker {
  isClosed = false;
  private running: Promise<void> | undefined;
  private again = false;

  /** @param work must not reject */
  constructor(private readonly work: () => Promise<void>) {}

  trigger(): void {
    if (this.isClosed) return;
    if (this.running) this.again = true;
    else
      this.running = this.work().finally(() => {
        this.running = undefined;
        if (!this.again) return;
        this.again = false;
        this.trigger();
      });
  }

  /** Resolves when the current run has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.running;
  }
}
