import cluster, { type Worker } from 'node:cluster';

/** Milliseconds that a worker may take to tell; who is busier than that is left out this time. */
const WITHIN = 1_500;

/** From the worker that was asked to the primary, from there to each worker, back, and back. */
type Message =
  | { metrics: 'asked'; id: number }
  | { metrics: 'tell'; id: number }
  | { metrics: 'told'; id: number; text: string }
  | { metrics: 'answered'; id: number; texts: string[] };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

let questions = 0;

/** In the primary: what one worker asks, all are asked, and it gets their answers. */
export function passOn(worker: Worker, all: ReadonlySet<Worker>): void {
  worker.on('message', (message: unknown) => {
    if (!isMessage(message) || message.metrics !== 'asked') return;
    void gather(all).then((texts) => send(worker, { metrics: 'answered', id: message.id, texts }));
  });
}

async function gather(all: ReadonlySet<Worker>): Promise<string[]> {
  const id = ++questions;
  const texts = await Promise.all([...all].map((worker) => told(worker, id)));
  return texts.filter((text) => text !== undefined);
}

function told(worker: Worker, id: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text?: string): void => {
      clearTimeout(timer);
      worker.off('message', take).off('exit', end);
      resolve(text);
    };
    const take = (message: unknown): void => {
      if (isMessage(message) && message.metrics === 'told' && message.id === id) end(message.text);
    };
    const timer = setTimeout(end, WITHIN);
    worker.on('message', take).once('exit', () => end());
    send(worker, { metrics: 'tell', id });
  });
}

function send(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}

/**
 * What all workers of this server tell, each with its own label `worker`; where there are none, what this process tells.
 * @param own what this process tells
 */
export function ofAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own;
  const asked = new Map<number, (texts: string[]) => void>();
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    if (message.metrics === 'tell')
      own().then(
        (text) => process.send?.({ metrics: 'told', id: message.id, text }),
        () => undefined,
      );
    else if (message.metrics === 'answered') asked.get(message.id)?.(message.texts);
  });
  return async () => {
    const id = ++questions;
    const texts = await new Promise<string[]>((resolve) => {
      const timer = setTimeout(() => resolve([]), 2 * WITHIN);
      asked.set(id, (answers) => {
        clearTimeout(timer);
        resolve(answers);
      });
      process.send?.({ metrics: 'asked', id });
    });
    asked.delete(id);
    return texts.length === 0 ? own() : inFamilies(texts);
  };
}

/** The samples of a metric have to stand together, below one head. */
function inFamilies(texts: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const text of texts)
    for (const family of text.split(/^(?=# HELP )/m).filter((part) => part.startsWith('#'))) {
      const [help = '', type = '', ...samples] = family.trimEnd().split('\n');
      const head = `${help}\n${type}`;
      families.set(head, [...(families.get(head) ?? []), ...samples]);
    }
  return [...families].map(([head, samples]) => [head, ...samples].join('\n')).join('\n\n') + '\n';
}

/** The label of everything that a worker tells. */
export const workerLabel = (): Record<string, string> => (cluster.worker ? { worker: String(cluster.worker.id) } : {});
