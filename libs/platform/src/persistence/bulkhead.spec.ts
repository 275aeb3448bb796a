import { jest } from '@jest/globals';
import { Turnstile } from './bulkhead.js';

const later = () => {
  let done = (): void => undefined;
  const promise = new Promise<void>((resolve) => (done = resolve));
  return { promise, done };
};

describe('A turnstile', () => {
  it('lets as many through as it has places, the next when one leaves, in their order', async () => {
    const turnstile = new Turnstile(2, 1000);
    const [first, second] = [later(), later()];
    const entered: number[] = [];
    const all = [first, second, later(), later()].map(({ promise }, at) =>
      turnstile.run(() => {
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

  it('gives the place back when the work fails', async () => {
    const turnstile = new Turnstile(1, 1000);
    await expect(turnstile.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

    await expect(turnstile.run(() => Promise.resolve(7))).resolves.toBe(7);
  });

  it('sends away who has waited too long, and nobody else', async () => {
    jest.useFakeTimers();
    const turnstile = new Turnstile(1, 3000);
    const [first] = [later()];
    const inside = turnstile.run(() => first.promise);
    const waiting = expect(turnstile.run(() => Promise.resolve())).rejects.toMatchObject({ kind: 'unavailable' });
    jest.advanceTimersByTime(3000);
    await waiting;
    jest.useRealTimers();

    const next = turnstile.run(() => Promise.resolve('in'));
    first.done();
    await inside;
    await expect(next).resolves.toBe('in');
  });
});
