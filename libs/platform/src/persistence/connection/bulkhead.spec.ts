import { jest } from '@jest/globals';
import { Bulkhead } from './bulkhead.js';

const later = () => {
  let done = (): void => undefined;
  const promise = new Promise<void>((resolve) => (done = resolve));
  return { promise, done };
};

describe('A bulkhead', () => {
  it('runs as much work as it has permits, and queues the rest in order', async () => {
    const bulkhead = new Bulkhead(2, 1000);
    const [first, second] = [later(), later()];
    const entered: number[] = [];
    const all = [first, second, later(), later()].map(({ promise }, at) =>
      bulkhead.run(() => {
        entered.push(at);
        return at < 2 ? promise : Promise.resolve();
      }),
    );
    await Promise.resolve();
    expect(entered).toEqual([0, 1]);

    second.done();
    await all[3];
    expect(entered).toEqual([0, 1, 2, 3]);
    first.done();
    await Promise.all(all);
  });

  it('releases the permit when the work fails', async () => {
    const bulkhead = new Bulkhead(1, 1000);
    await expect(bulkhead.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

    await expect(bulkhead.run(() => Promise.resolve(7))).resolves.toBe(7);
  });

  it('holds a permit until it is released, and passes it on only once', async () => {
    const bulkhead = new Bulkhead(1, 1000);
    const leave = await bulkhead.enter();
    const second = bulkhead.enter();
    const third = bulkhead.enter();
    expect(bulkhead.queue).toBe(2);
    leave();
    leave();
    const next = await second;
    expect(bulkhead.queue).toBe(1);

    next();
    await expect(third).resolves.toBeInstanceOf(Function);
  });

  it('drops queued work whose client disconnects', async () => {
    const bulkhead = new Bulkhead(1, 1000);
    const leave = await bulkhead.enter();
    const client = new AbortController();
    const second = bulkhead.enter(client.signal);
    const third = bulkhead.enter();
    client.abort();
    await expect(second).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(bulkhead.enter(client.signal)).rejects.toMatchObject({ kind: 'unavailable' });
    expect([bulkhead.queue, bulkhead.rejections]).toEqual([1, 0]);

    leave();
    const next = await third;
    next();
    await expect(bulkhead.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('rejects only work that has waited too long', async () => {
    jest.useFakeTimers();
    const bulkhead = new Bulkhead(1, 3000);
    const [first] = [later()];
    const inside = bulkhead.run(() => first.promise);
    const waiting = expect(bulkhead.run(() => Promise.resolve())).rejects.toMatchObject({ kind: 'unavailable' });
    jest.advanceTimersByTime(3000);
    await waiting;
    jest.useRealTimers();

    const next = bulkhead.run(() => Promise.resolve('in'));
    first.done();
    await inside;
    await expect(next).resolves.toBe('in');
  });
});
