type Step = Map<string | undefined, Step | string>;

/**
 * SQL texts by the parts they are built from. Looking up the parts, which are constants, takes a fraction of the time of building
 * and hashing kilobytes of SQL for each request. Never forgets, because there are only a few texts.
 */
export class StatementTexts {
  private readonly root: Step = new Map();

  get(parts: readonly (string | undefined)[], build: () => string): string {
    let step = this.root;
    const last = parts.length - 1;
    for (let at = 0; at < last; at++) {
      let next = step.get(parts[at]) as Step | undefined;
      if (next === undefined) step.set(parts[at], (next = new Map()));
      step = next;
    }
    let text = step.get(parts[last]) as string | undefined;
    if (text === undefined) step.set(parts[last], (text = build()));
    return text;
  }
}
