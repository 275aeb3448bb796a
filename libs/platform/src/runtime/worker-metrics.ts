import cluster, { type Worker } from 'node:cluster';

/** Milliseconds; a worker that takes longer is omitted from this scrape. */
const TIMEOUT = 1_500;

/** Messages in order: scraped worker to primary, primary to each worker, and both replies. */
type Message =
  | { metrics: 'requested'; id: number }
  | { metrics: 'collect'; id: number }
  | { metrics: 'collected'; id: number; text: string }
  | { metrics: 'merged'; id: number; texts: string[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

let requests = 0;

/** In the primary: collects the metrics of all workers for the one that was scraped. */
export function relayMetrics(worker: Worker, all: ReadonlySet<Worker>): void {
  worker.on('message', (message: unknown) => {
    if (!isMessage(message) || message.metrics !== 'requested') return;
    void gather(all).then((texts) => send(worker, { metrics: 'merged', id: message.id, texts }));
  });
}

async function gather(all: ReadonlySet<Worker>): Promise<string[]> {
  const id = ++requests;
  const texts = await Promise.all([...all].map((worker) => metricsOf(worker, id)));
  return texts.filter((text) => text !== undefined);
}

function metricsOf(worker: Worker, id: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text?: string): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
      resolve(text);
    };
    const onMessage = (message: unknown): void => {
      if (isMessage(message) && message.metrics === 'collected' && message.id === id) end(message.text);
    };
    const onExit = (): void => end();
    const timer = setTimeout(end, TIMEOUT);
    worker.on('message', onMessage).once('exit', onExit);
    send(worker, { metrics: 'collect', id });
  });
}

function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/**
 * The metrics of all workers, labelled with `worker`; without workers, those of this process.
 * @param own renders the metrics of this process
 */
export function ofAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own;
  const pending = new Map<number, (texts: string[]) => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'collect')
      own().then(
        (text) => process.send?.({ metrics: 'collected', id: message.id, text }),
        () => undefined,
      );
    else if (message.metrics === 'merged') pending.get(message.id)?.(message.texts);
  });
  return async () => {
    const id = ++requests;
    const texts = await new Promise<string[]>((resolve) => {
      const timer = setTimeout(() => resolve([]), 2 * TIMEOUT);
      pending.set(id, (answers) => {
        clearTimeout(timer);
        resolve(answers);
      });
      process.send?.({ metrics: 'requested', id });
    });
    pending.delete(id);
    return texts.length === 0 ? own() : groupByMetric(texts);
  };
}

/** Groups the samples of each metric under one header, as the format requires. */
function groupByMetric(texts: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const text of texts)
    for (const family of text.split(/^(?=# HELP )/m).filter((part) => part.startsWith('#'))) {
      const [help = '', type = '', ...samples] = family.trimEnd().split('\n');
      const head = `${help}\n${type}`;
      families.set(head, [...(families.get(head) ?? []), ...samples]);
    }
  return [...families].map(([head, samples]) => [head, ...samples].join('\n')).join('\n\n') + '\n';
}

/** The label of all metrics of a worker. */
export const workerLabel = (): Record<string, string> => (cluster.worker ? { worker: String(cluster.worker.id) } : {});
