/** A value with its labels. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  /** the sample is omitted while undefined */
  value: number | undefined;
}

/** A number that only increases. */
export class Counter {
  value = 0;

  add(more = 1): void {
    this.value += more;
  }
}

/** Values by bucket. Only plain numbers, because every request writes to it. */
export class Histogram {
  sum = 0;
  /** by upper bound, not cumulative; the last bucket counts values above every bound */
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

export interface HistogramSample {
  labels?: Readonly<Record<string, string>>;
  histogram: Histogram;
}

/**
 * The metrics of one application; contexts add their own. Names and units follow Prometheus: seconds, bytes, `_total`.
 * Label values are constants in the code, never client input, keys or ids, so that the number of series stays bounded.
 */
export abstract class Metrics {
  /** A gauge with labels; see `gauge`. */
  abstract gaugeSamples(
    name: string,
    help: string,
    samples: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void;

  /** A counter with labels. */
  abstract counterSamples(name: string, help: string, samples: () => readonly Sample[]): void;

  /** A histogram with labels. */
  abstract histogramSamples(name: string, help: string, histograms: () => readonly HistogramSample[]): void;

  counter(name: string, help: string): Counter {
    const counter = new Counter();
    this.counterSamples(name, help, () => [counter]);
    return counter;
  }

  /** One counter per label value. */
  counters<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
  ): Record<Value, Counter> {
    const counts = values.map((value) => [value, new Counter()] as const);
    this.counterSamples(name, help, () =>
      counts.map(([value, count]) => ({ labels: { [label]: value }, value: count.value })),
    );
    return Object.fromEntries(counts) as Record<Value, Counter>;
  }

  /** @param bounds upper bounds, ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const histogram = new Histogram(bounds);
    this.histogramSamples(name, help, () => [{ histogram }]);
    return histogram;
  }

  /** One histogram per label value. */
  histograms<Value extends string>(
    name: string,
    help: string,
    bounds: readonly number[],
    label: string,
    values: readonly Value[],
  ): Record<Value, Histogram> {
    const histograms = values.map((value) => [value, new Histogram(bounds)] as const);
    this.histogramSamples(name, help, () =>
      histograms.map(([value, histogram]) => ({ labels: { [label]: value }, histogram })),
    );
    return Object.fromEntries(histograms) as Record<Value, Histogram>;
  }

  /** @param read called at each scrape; use a `CachedProbe` to read from the database */
  gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    this.gaugeSamples(name, help, async () => [{ value: await read() }]);
  }
}
