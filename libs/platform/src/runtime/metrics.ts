import { Injectable, Logger } from '@nestjs/common';
import { type Metric, Registry } from 'prom-client';
import { processMetrics } from './process-metrics.js';
import { ofAllWorkers, workerLabel } from './worker-metrics.js';

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

type Exported = { labels: Readonly<Record<string, string>>; value: number; metricName?: string };

/** For how long, in milliseconds, what was told holds, whoever asks: the question needs no key. */
const HOLDS = 1_000;

/**
 * What one application tells of itself. Contexts add their own. Names and units are those of Prometheus: seconds, bytes,
 * `_total`. The values of a label are named here, in the code: what a client sends, a key or an id never becomes one.
 */
@Injectable()
export class Metrics {
  private readonly logger = new Logger(Metrics.name);
  private readonly registry = new Registry();
  private told: { at: number; text: Promise<string> } | undefined;

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly tell = ofAllWorkers(() => this.own());

  constructor() {
    this.registry.setDefaultLabels(workerLabel());
  }

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

  /** For values with labels of their own; see `gauge`. */
  gauges(name: string, help: string, samples: () => readonly Sample[] | Promise<readonly Sample[]>): void {
    this.add('gauge', name, help, async () => exported(await samples()));
  }

  /** For counts with labels of their own. */
  counts(name: string, help: string, samples: () => readonly Sample[]): void {
    this.add('counter', name, help, () => exported(samples()));
  }

  /** For distributions with labels of their own. */
  spreads(name: string, help: string, spreads: () => readonly Spread[]): void {
    this.add('histogram', name, help, () => spreads().flatMap((each) => lines(name, each)));
  }

  /** All of it, and what is known of the process, of all workers if there are several, in the text format of Prometheus. */
  text(): Promise<string> {
    const now = performance.now();
    if (!this.told || now - this.told.at > HOLDS) this.told = { at: now, text: this.tell() };
    return this.told.text;
  }

  /** Of this process, which may be one of several that answer on a port. */
  private async own(): Promise<string> {
    return (await Promise.all([this.registry.metrics(), processMetrics()])).join('\n');
  }

  /** One that fails is missing; the others are told. */
  private async asked(name: string, values: () => Exported[] | Promise<Exported[]>): Promise<Exported[]> {
    try {
      return await values();
    } catch (error) {
      this.logger.warn({ name, text: String(error) }, 'A metric cannot be told');
      return [];
    }
  }

  /** @throws when the name is taken */
  private add(type: string, name: string, help: string, values: () => Exported[] | Promise<Exported[]>): void {
    const get = async () => ({ name, help, type, values: await this.asked(name, values), aggregator: 'sum' });
    if (this.registry.getSingleMetric(name)) throw new Error(`Two metrics are named ${name}`);
    this.registry.registerMetric({ name, get } as unknown as Metric);
  }
}

const exported = (samples: readonly Sample[]): Exported[] =>
  samples.flatMap(({ labels = {}, value }) => (value === undefined ? [] : [{ labels, value }]));

function lines(name: string, { labels = {}, spread }: Spread): Exported[] {
  let count = 0;
  const buckets = spread.counts.map((each, at) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: String(spread.bounds[at] ?? '+Inf') },
    value: (count += each),
  }));
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: spread.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
