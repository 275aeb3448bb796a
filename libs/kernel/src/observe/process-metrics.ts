import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** Begins to watch this process, once, however many servers are in it. */
export function watchProcess(): void {
  if (registry) return;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
}

/** What Node and the operating system know of it: memory, CPU, files, garbage collection, delay of the event loop. */
export const processMetrics = async (): Promise<string> => (await registry?.metrics()) ?? '';
