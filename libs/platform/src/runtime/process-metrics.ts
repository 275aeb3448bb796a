import { collectDefaultMetrics, Registry } from 'prom-client';
import { workerLabel } from './worker-metrics.js';

let registry: Registry | undefined;

/** Starts to collect metrics of this process, once for all its servers. */
export function watchProcess(): void {
  if (registry) return;
  registry = new Registry();
  registry.setDefaultLabels(workerLabel());
  collectDefaultMetrics({ register: registry });
}

/** Metrics of Node and the operating system: memory, CPU, files, garbage collection, event loop lag. */
export const processMetrics = async (): Promise<string> => (await registry?.metrics()) ?? '';
