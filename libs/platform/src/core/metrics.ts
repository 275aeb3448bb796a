/** A value with the labels that tell it from its like. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  /** left out while it is undefined */
  value: number | undefined;
}

/** A number that only grows. */
export class Count {
  value = 0;

  add(more = 1): void {
    this.value += more;
  }
}

/** How values are spread. Plain numbers and nothing else, because it is written to on every request. */
export class Distribution {
  sum = 0;
  /** by upper bound, not added up; the last is of what is above all */
  readonly counts: number[];

  constructor(readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > this.bounds[at]!) at++;
    this.counts[at]! += 1;
    this.sum += value;
  }
}

export interface Spread {
  labels?: Readonly<Record<string, string>>;
  spread: Distribution;
}

/**
 * What one application tells of itself. Contexts add their own. Names and units are those of Prometheus: seconds, bytes,
 * `_total`. The values of a label are named here, in the code: what a client sends, a key or an id never becomes one.
 */
export abstract class Metrics {
  /** For values with labels of their own; see `gauge`. */
  abstract gauges(name: string, help: string, samples: () => readonly Sample[] | Promise<readonly Sample[]>): void;

  /** For counts with labels of their own. */
  abstract counts(name: string, help: string, samples: () => readonly Sample[]): void;

  /** For distributions with labels of their own. */
  abstract spreads(name: string, help: string, spreads: () => readonly Spread[]): void;

  counter(name: string, help: string): Count {
    const count = new Count();
    this.counts(name, help, () => [count]);
    return count;
  }

  /** One for each value of the label. */
  counters<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
  ): Record<Value, Count> {
    const counts = values.map((value) => [value, new Count()] as const);
    this.counts(name, help, () => counts.map(([value, count]) => ({ labels: { [label]: value }, value: count.value })));
    return Object.fromEntries(counts) as Record<Value, Count>;
  }

  /** @param bounds upper bounds, ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Distribution {
    const spread = new Distribution(bounds);
    this.spreads(name, help, () => [{ spread }]);
    return spread;
  }

  /** One for each value of the label. */
  histograms<Value extends string>(
    name: string,
    help: string,
    bounds: readonly number[],
    label: string,
    values: readonly Value[],
  ): Record<Value, Distribution> {
    const spreads = values.map((value) => [value, new Distribution(bounds)] as const);
    this.spreads(name, help, () => spreads.map(([value, spread]) => ({ labels: { [label]: value }, spread })));
    return Object.fromEntries(spreads) as Record<Value, Distribution>;
  }

  /** @param read asked at every look: see `Reading` for what the database knows */
  gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    this.gauges(name, help, async () => [{ value: await read() }]);
  }
}
