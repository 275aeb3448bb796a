import { SingleFlight } from './single-flight.js';

/** Answers by number, each when it is told to. */
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

describe('A question that many ask', () => {
  it('is put at once, and again for those who came after it was put, once for all of them', async () => {
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

  it('is put anew when it is asked later', async () => {
    const asked = oracle();
    const first = asked.question.run();
    await asked.answer();
    const second = asked.question.run();
    await asked.answer();

    expect([await first, await second]).toEqual([1, 2]);
  });

  it('that is never answered keeps nobody else from an answer', async () => {
    const asked = oracle();
    void asked.question.run();
    const later = asked.question.run();
    while (asked.put < 2) await new Promise(setImmediate);
    await asked.answer();
    await asked.answer();

    expect(await later).toBe(2);
  });

  it('that fails, fails for those who shared it', async () => {
    const asked = oracle();
    const first = asked.question.run();
    const later = [asked.question.run(), asked.question.run()];
    const told = Promise.allSettled([first, ...later]);
    await asked.fail();
    await asked.answer();

    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });
});
