import cluster, { type Worker } from 'node:cluster';
import type { EventEmitter } from 'node:events';

/** Milliseconds; a worker that takes longer is omitted from this scrape. */
const TIMEOUT = 1_500;

/** Messages in order: scraped worker to primary, primary to each worker, and both replies. */
type Message =
  | { metrics: 'requested'; id: number }
  | { metrics: 'collect'; id: number }
  | { metrics: 'collected'; id: number; text: string }
  | { metrics: 'merged'; id: number; texts: string[] };

/** The channel between the primary and a worker, at either end. */
interface Channel extends EventEmitter {
  send(message: Message, onError: () => void): boolean;
}

const ignore = (): void => undefined;

let requests = 0;

/** Sends a request and waits for its reply; undefined when the worker exits or takes too long. */
function request<Reply extends Message['metrics']>(
  channel: Channel,
  metrics: 'requested' | 'collect',
  reply: Reply,
  timeout: number,
): Promise<Extract<Message, { metrics: Reply }> | undefined> {
  const id = ++requests;
  return new Promise((resolve) => {
    const end = (message?: Extract<Message, { metrics: Reply }>): void => {
      clearTimeout(timer);
      channel.off('message', onMessage).off('exit', onExit);
      resolve(message);
    };
    const onMessage = (message: Message): void => {
      if (message.metrics === reply && message.id === id) end(message as Extract<Message, { metrics: Reply }>);
    };
    const onExit = (): void => end();
    const timer = setTimeout(end, timeout);
    channel.on('message', onMessage).once('exit', onExit);
    channel.send({ metrics, id }, ignore);
  });
}

function respond(channel: Channel, to: 'requested' | 'collect', reply: (id: number) => Promise<Message>): void {
  channel.on('message', ({ metrics, id }: Message) => {
    if (metrics === to) reply(id).then((message) => channel.send(message, ignore), ignore);
  });
}

/** In the primary: collects the metrics of all workers for the one that was scraped. */
export function relayMetrics(worker: Worker, all: ReadonlySet<Worker>): void {
  respond(worker as Channel, 'requested', async (id) => {
    const replies = [...all].map((each) => request(each as Channel, 'collect', 'collected', TIMEOUT));
    const texts = (await Promise.all(replies)).flatMap((collected) => collected?.text ?? []);
    return { metrics: 'merged', id, texts };
  });
}

/**
 * The metrics of all workers; without workers, those of this process.
 * @param own renders the metrics of this process
 */
export function ofAllWorkers(own: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return own;
  const primary = process as unknown as Channel;
  respond(primary, 'collect', async (id) => ({ metrics: 'collected', id, text: await own() }));
  return async () => {
    const merged = await request(primary, 'requested', 'merged', 2 * TIMEOUT);
    return merged?.texts.length ? groupByMetric(merged.texts) : own();
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
