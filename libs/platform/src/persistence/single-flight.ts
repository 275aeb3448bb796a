/** Milliseconds. Who waits longer for the one before is not made to wait for it: it may never be answered. */
const PATIENCE = 100;

/** A question that many ask at once: it is put once for all who came before it was put, so no answer is older than its asker. */
export class SharedQuestion<T> {
  private underWay: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly put: () => Promise<T>) {}

  ask(): Promise<T> {
    if (!this.underWay) return this.begin();
    return (this.next ??= soon(this.underWay).then(() => {
      this.next = undefined;
      return this.begin();
    }));
  }

  private begin(): Promise<T> {
    const asked = this.put().finally(() => {
      if (this.underWay === asked) this.underWay = undefined;
    });
    this.underWay = asked;
    return asked;
  }
}

function soon(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
