import { Metrics } from './metrics.js';

const samples = async (metrics: Metrics) =>
  (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('Metrics', () => {
  it('count values in buckets with inclusive upper bounds', async () => {
    const metrics = new Metrics();
    const spread = metrics.histogram('a_bytes', 'A', [1, 10]);
    for (const value of [0, 1, 2, 10, 11]) spread.observe(value);
    expect(await samples(metrics)).toEqual([
      'a_bytes_bucket{le="1"} 2',
      'a_bytes_bucket{le="10"} 4',
      'a_bytes_bucket{le="+Inf"} 5',
      'a_bytes_sum 24',
      'a_bytes_count 5',
    ]);
  });

  it('are rendered without one that fails', async () => {
    const metrics = new Metrics();
    metrics.gauge('broken', 'B', () => Promise.reject(new Error('planted')));
    metrics.gauge('unknown', 'U', () => undefined);
    metrics.counters('fine_total', 'F', 'outcome', ['done', 'failed']).done.add(2);
    expect(await samples(metrics)).toEqual(['fine_total{outcome="done"} 2', 'fine_total{outcome="failed"} 0']);
  });

  it('have unique names', () => {
    const metrics = new Metrics();
    metrics.counter('one_total', 'O');
    expect(() => metrics.counter('one_total', 'O')).toThrow('Two metrics are named one_total');
  });
});
