/** A question that many ask at once: it is put once for all who came before it was put, so no answer is older than its asker. */
export class SharedQuestion<T> {
  private underWay: Promise<T> | undefined;
  private next: Promise<T> | undefined;

  constructor(private readonly put: () => Promise<T>) {}

  ask(): Promise<T> {
    if (!this.underWay) return this.begin();
    return (this.next ??= this.underWay
      .catch(() => undefined)
      .then(() => {
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
