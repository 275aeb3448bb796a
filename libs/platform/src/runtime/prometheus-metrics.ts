import { Injectable, Logger } from '@nestjs/common';
import { type Metric, Registry } from 'prom-client';
import { Metrics, type Sample, type HistogramSample } from '../core/metrics.js';
import { processMetrics } from './process-metrics.js';
import { ofAllWorkers, workerLabel } from './worker-metrics.js';

type Exported = { labels: Readonly<Record<string, string>>; value: number; metricName?: string };

/** For how long, in milliseconds, what was told holds, whoever asks: the question needs no key. */
const HOLDS = 1_000;

/** Metrics in the text format of Prometheus, those of all workers if there are several. */
@Injectable()
export class PrometheusMetrics extends Metrics {
  private readonly logger = new Logger(PrometheusMetrics.name);
  private readonly registry = new Registry();
  private told: { at: number; text: Promise<string> } | undefined;

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  private readonly tell = ofAllWorkers(() => this.own());

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
