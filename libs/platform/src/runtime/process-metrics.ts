import { collectDefaultMetrics, Registry } from 'prom-client';
import { workerLabel } from './worker-metrics.js';

let registry: Registry | undefined;

/** Begins to watch this process, once, however many servers are in it. */
export function watchProcess(): void {
  if (registry) return;
  registry = new Registry();
  registry.setDefaultLabels(workerLabel());
  collectDefaultMetrics({ register: registry });
}

/** What Node and the operating system know of it: memory, CPU, files, garbage collection, delay of the event loop. */
export const processMetrics = async (): Promise<string> => (await registry?.metrics()) ?? '';
