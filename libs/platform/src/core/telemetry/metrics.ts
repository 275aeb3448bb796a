import cluster from 'node:cluster';
import { Injectable, Logger } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** A value with its labels; omitted while it is undefined. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number | undefined;
}

export interface Description {
  name: string;
  help: string;
  labelNames?: readonly string[];
}

/**
 * The registry of one application, in which contexts register the metrics of prom-client: `new Counter({ name, help, registers: [metrics] })`.
 * Its series name the worker, if this process is one. Names and units follow Prometheus: seconds, bytes, `_total`. Label values are
 * constants in the code, never client input or keys, so that the number of series stays bounded. Only what an operator selects, one by one, may
 * be labelled with its ids.
 */
@Injectable()
export class Metrics extends Registry {
  private readonly logger = new Logger(Metrics.name);

  constructor() {
    super();
    if (cluster.worker) this.setDefaultLabels({ worker: String(cluster.worker.id) });
  }

  /** Registers a gauge without labels. @param read see `observe` */
  gauge(name: string, help: string, read: () => number | undefined | Promise<number | undefined>): void {
    this.observe(Gauge, { name, help }, async () => [{ value: await read() }]);
  }

  /**
   * Registers a metric whose values exist elsewhere. If they cannot be read, the metric is omitted.
   * @param read called at each scrape; use a `cachedProbe` to read from the database
   */
  observe(
    type: typeof Counter | typeof Gauge,
    { name, help, labelNames = [] }: Description,
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void {
    const metric = new type({
      name,
      help,
      labelNames,
      registers: [this],
      collect: async () => {
        const samples = await this.read(name, read);
        metric.reset();
        if (labelNames.length === 0) metric.remove(); // its initial 0
        for (const { labels = {}, value } of samples) if (value !== undefined) metric.inc(labels, value);
      },
    });
  }

  private async read(name: string, read: () => readonly Sample[] | Promise<readonly Sample[]>) {
    try {
      return await read();
    } catch (error) {
      this.logger.warn({ name, text: String(error) }, 'A metric could not be read');
      return [];
    }
  }
}
