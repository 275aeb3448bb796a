import { SingleFlight } from './single-flight.js';

/** Numbered results, each resolved on demand. */
function oracle() {
  const pending: { resolve(): void; reject(): void }[] = [];
  let put = 0;
  const question = new SingleFlight(() => {
    const number = ++put;
    return new Promise<number>((resolve, reject) => {
      pending.push({ resolve: () => resolve(number), reject: () => reject(new Error(`${number}`)) });
    });
  });
  const settled = () => new Promise(setImmediate);
  return {
    question,
    get put() {
      return put;
    },
    answer: async () => (pending.shift()!.resolve(), settled()),
    fail: async () => (pending.shift()!.reject(), settled()),
  };
}

describe('A single flight', () => {
  it('starts at once, and runs once more for all callers that arrive during the run', async () => {
    const asked = oracle();
    const first = asked.question.run();
    const later = [asked.question.run(), asked.question.run(), asked.question.run()];
    expect(asked.put).toBe(1);
    await asked.answer();
    expect(asked.put).toBe(2);
    const last = asked.question.run();
    await asked.answer();
    await asked.answer();

    expect(await Promise.all([first, ...later, last])).toEqual([1, 2, 2, 2, 3]);
  });

  it('runs again for a later caller', async () => {
    const asked = oracle();
    const first = asked.question.run();
    await asked.answer();
    const second = asked.question.run();
    await asked.answer();

    expect([await first, await second]).toEqual([1, 2]);
  });

  it('does not block later callers when a run never settles', async () => {
    const asked = oracle();
    void asked.question.run();
    const later = asked.question.run();
    while (asked.put < 2) await new Promise(setImmediate);
    await asked.answer();
    await asked.answer();

    expect(await later).toBe(2);
  });

  it('fails for all callers that share the failed run', async () => {
    const asked = oracle();
    const first = asked.question.run();
    const later = [asked.question.run(), asked.question.run()];
    const settled = Promise.allSettled([first, ...later]);
    await asked.fail();
    await asked.answer();

    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
