import { Counter, Gauge } from 'prom-client';
import { Metrics } from './metrics.js';

const samples = async (metrics: Metrics) =>
  (await metrics.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('Metrics', () => {
  it('omit values that cannot be read', async () => {
    const metrics = new Metrics();
    metrics.gauge('broken', 'B', () => Promise.reject(new Error('planted')));
    metrics.gauge('unknown', 'U', () => undefined);
    metrics.gauge('known', 'K', () => 0);
    expect(await samples(metrics)).toEqual(['known 0']);
  });

  it('read labelled values at each scrape, even when scrapes overlap', async () => {
    const metrics = new Metrics();
    let value = 1;
    const description = { name: 'reads_total', help: 'R', labelNames: ['from'] };
    metrics.observe(Counter, description, async () => [
      { labels: { from: 'cache' }, value },
      { labels: { from: 'disk' }, value: undefined },
    ]);
    const overlapping = await Promise.all([samples(metrics), samples(metrics)]);
    value = 5;
    expect([...overlapping, await samples(metrics)]).toEqual([
      ['reads_total{from="cache"} 1'],
      ['reads_total{from="cache"} 1'],
      ['reads_total{from="cache"} 5'],
    ]);
  });

  it('have unique names', () => {
    const metrics = new Metrics();
    metrics.gauge('one', 'O', () => 1);
    expect(() => new Gauge({ name: 'one', help: 'O', registers: [metrics] })).toThrow('already been registered');
  });
});
