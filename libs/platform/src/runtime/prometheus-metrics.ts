import { Injectable, Logger } from '@nestjs/common';
import { type Metric, Registry } from 'prom-client';
import { cachedFor } from '../core/cached-for.js';
import { Metrics, type Sample, type HistogramSample } from '../core/metrics.js';
import { processMetrics } from './process-metrics.js';
import { ofAllWorkers, workerLabel } from './worker-metrics.js';

type Exported = { labels: Readonly<Record<string, string>>; value: number; metricName?: string };

/** Milliseconds for which a scrape is reused, because the endpoint may be public. */
const MAX_AGE = 1_000;

/** Renders metrics in the text format of Prometheus, for all workers. */
@Injectable()
export class PrometheusMetrics extends Metrics {
  private readonly logger = new Logger(PrometheusMetrics.name);
  private readonly registry = new Registry();

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  /** The metrics of the application and its process, of all workers, in the text format of Prometheus. */
  readonly text = cachedFor(
    MAX_AGE,
    ofAllWorkers(() => this.own()),
  );

  constructor() {
    super();
    this.registry.setDefaultLabels(workerLabel());
  }

  gaugeSamples(name: string, help: string, samples: () => readonly Sample[] | Promise<readonly Sample[]>): void {
    this.add('gauge', name, help, async () => exported(await samples()));
  }

  counterSamples(name: string, help: string, samples: () => readonly Sample[]): void {
    this.add('counter', name, help, () => exported(samples()));
  }

  histogramSamples(name: string, help: string, histograms: () => readonly HistogramSample[]): void {
    this.add('histogram', name, help, () => histograms().flatMap((each) => lines(name, each)));
  }

  /** The metrics of this process only, which may be one of several workers. */
  private async own(): Promise<string> {
    return (await Promise.all([this.registry.metrics(), processMetrics()])).join('\n');
  }

  /** Omits a metric that cannot be read. */
  private async read(name: string, values: () => Exported[] | Promise<Exported[]>): Promise<Exported[]> {
    try {
      return await values();
    } catch (error) {
      this.logger.warn({ name, text: String(error) }, 'A metric could not be read');
      return [];
    }
  }

  /** @throws Error when the name is taken */
  private add(type: string, name: string, help: string, values: () => Exported[] | Promise<Exported[]>): void {
    const get = async () => ({ name, help, type, values: await this.read(name, values), aggregator: 'sum' });
    if (this.registry.getSingleMetric(name)) throw new Error(`Two metrics are named ${name}`);
    this.registry.registerMetric({ name, get } as unknown as Metric);
  }
}

const exported = (samples: readonly Sample[]): Exported[] =>
  samples.flatMap(({ labels = {}, value }) => (value === undefined ? [] : [{ labels, value }]));

function lines(name: string, { labels = {}, histogram }: HistogramSample): Exported[] {
  let count = 0;
  const buckets = histogram.counts.map((each, at) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le: String(histogram.bounds[at] ?? '+Inf') },
    value: (count += each),
  }));
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: histogram.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
