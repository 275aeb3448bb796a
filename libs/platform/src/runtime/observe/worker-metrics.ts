import cluster, { type Worker } from 'node:cluster';
import type { EventEmitter } from 'node:events';

/** Milliseconds; a worker that takes longer is omitted from this scrape. */
const TIMEOUT = 1_500;

/** In order: scraped worker to primary, primary to each worker, and both replies, which have texts. */
type Step = 'requested' | 'collect' | 'collected' | 'merged';

interface Message {
  metrics: Step;
  id: number;
  texts?: string[];
}

/** The channel between the primary and a worker, at either end. */
interface Channel extends EventEmitter {
  send(message: Message, onError: () => void): boolean;
}

const ignore = (): void => undefined;

let requests = 0;

/** Sends a request. @returns the texts of the reply; none when the worker exits or takes too long */
function request(channel: Channel, metrics: Step, reply: Step, timeout: number): Promise<string[]> {
  const id = ++requests;
  return new Promise((resolve) => {
    const end = (texts: string[] = []): void => {
      clearTimeout(timer);
      channel.off('message', onMessage).off('exit', onExit);
      resolve(texts);
    };
    const onMessage = (message: Message): void => {
      if (message.metrics === reply && message.id === id) end(message.texts);
    };
    const onExit = (): void => end();
    const timer = setTimeout(end, timeout);
    channel.on('message', onMessage).once('exit', onExit);
    channel.send({ metrics, id }, ignore);
  });
}

function respond(channel: Channel, to: Step, reply: Step, read: () => Promise<string[]>): void {
  channel.on('message', ({ metrics, id }: Message) => {
    if (metrics === to) read().then((texts) => channel.send({ metrics: reply, id, texts }, ignore), ignore);
  });
}

/** In the primary: collects the metrics of all workers for the one that was scraped. */
export function relayMetrics(worker: Worker, all: ReadonlySet<Worker>): void {
  respond(worker as Channel, 'requested', 'merged', async () => {
    const replies = [...all].map((each) => request(each as Channel, 'collect', 'collected', TIMEOUT));
    return (await Promise.all(replies)).flat();
  });
}

/**
 * The metrics of all workers; without workers, those of this process.
 * @param own renders the metrics of this process
 */
export function ofAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own;
  const primary = process as unknown as Channel;
  respond(primary, 'collect', 'collected', async () => [await own()]);
  return async () => {
    const texts = await request(primary, 'requested', 'merged', 2 * TIMEOUT);
    return texts.length > 0 ? groupByMetric(texts) : own();
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
