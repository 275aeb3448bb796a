import cluster from 'node:cluster';
import { Injectable, Logger } from '@nestjs/common';
import { type Metric, Registry } from 'prom-client';

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

type Labels = Readonly<Record<string, string>>;

/** A value with its labels. */
export interface Sample {
  labels?: Labels;
  /** the sample is omitted while undefined */
  value: number | Histogram | undefined;
}

interface ExportedSample {
  labels: Labels;
  value: number;
  metricName?: string;
}

/** A registry of prom-client whose series name the worker, if this process is one. */
export function workerRegistry(): Registry {
  const registry = new Registry();
  if (cluster.worker) registry.setDefaultLabels({ worker: String(cluster.worker.id) });
  return registry;
}

/**
 * The metrics of one application; contexts add their own. Names and units follow Prometheus: seconds, bytes, `_total`.
 * Label values are constants in the code, never client input or keys, so that the number of series stays bounded. Only what an
 * operator selects, one by one, may be labelled with its ids.
 */
@Injectable()
export class Metrics {
  private readonly logger = new Logger(Metrics.name);
  private readonly registry = workerRegistry();

  /**
   * Adds a metric with labels.
   * @param read called at each scrape; use a `cachedProbe` to read from the database
   * @throws Error when the name is taken
   */
  add(
    type: 'counter' | 'gauge' | 'histogram',
    name: string,
    help: string,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    if (this.registry.getSingleMetric(name)) throw new Error(`Two metrics are named ${name}`);
    const get = async () => ({ name, help, type, values: await this.read(name, read), aggregator: 'sum' });
    this.registry.registerMetric({ name, get } as unknown as Metric);
  }

  counter(name: string, help: string): Counter {
    const counter = new Counter();
    this.add('counter', name, help, () => [counter]);
    return counter;
  }

  /** One counter per label value. */
  counters<Value extends string>(
    name: string,
    help: string,
    label: string,
    values: readonly Value[],
  ): Record<Value, Counter> {
    const counters = values.map((value) => [value, new Counter()] as const);
    this.add('counter', name, help, () =>
      counters.map(([value, counter]) => ({ labels: { [label]: value }, value: counter.value })),
    );
    return Object.fromEntries(counters) as Record<Value, Counter>;
  }

  /** @param bounds upper bounds, ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const value = new Histogram(bounds);
    this.add('histogram', name, help, () => [{ value }]);
    return value;
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
    this.add('histogram', name, help, () => histograms.map(([each, value]) => ({ labels: { [label]: each }, value })));
    return Object.fromEntries(histograms) as Record<Value, Histogram>;
  }

  /** @param read see `add` */
  gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    this.add('gauge', name, help, async () => [{ value: await read() }]);
  }

  /** The metrics of this application in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Omits a metric that cannot be read. */
  private async read(name: string, read: () => readonly Sample[] | Promise<readonly Sample[]>) {
    try {
      return (await read()).flatMap((sample) => exported(name, sample));
    } catch (error) {
      this.logger.warn({ name, text: String(error) }, 'A metric could not be read');
      return [];
    }
  }
}

function exported(name: string, { labels = {}, value }: Sample): ExportedSample[] {
  if (value === undefined) return [];
  if (typeof value === 'number') return [{ labels, value }];
  let count = 0;
  const buckets = value.counts.map((each, at) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: String(value.bounds[at] ?? '+Inf') },
    value: (count += each),
  }));
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: value.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
