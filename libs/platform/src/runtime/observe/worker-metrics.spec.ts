import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { relayMetrics } from './worker-metrics.js';

/** A worker that renders its metrics at once, as far as the primary can see. */
class ReadyWorker extends EventEmitter {
  readonly received: { metrics: string; texts?: string[] }[] = [];

  isConnected = () => true;

  send(message: { metrics: string; id: number }): void {
    this.received.push(message);
    if (message.metrics === 'collect') this.emit('message', { metrics: 'collected', id: message.id, texts: ['up 1'] });
  }
}

describe('The primary', () => {
  it('relays the metrics of all workers, and keeps nothing of a scrape', async () => {
    const workers = [new ReadyWorker(), new ReadyWorker()];
    const all = new Set(workers as unknown as Worker[]);
    relayMetrics(workers[0] as unknown as Worker, all);
    for (let id = 0; id < 20; id++) {
      workers[0]!.emit('message', { metrics: 'requested', id });
      await new Promise(setImmediate);
    }
    expect(workers[0]!.received.filter(({ metrics }) => metrics === 'merged')).toHaveLength(20);
    expect(workers[0]!.received.at(-1)).toMatchObject({ metrics: 'merged', texts: ['up 1', 'up 1'] });
    expect(workers.map((worker) => [worker.listenerCount('exit'), worker.listenerCount('message')])).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });
});
