import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work for each item, so many at a time. */
export async function each(items, atOnce, work) {
  const waiting = [...items].entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [at, item] of waiting) await work(item, at);
    }),
  );
}

export const times = (count, work) => Promise.all(Array.from({ length: count }, (_, at) => work(at)));

/** The first answer of `work` that is not undefined or false, or undefined when there is none within so many ms. */
export async function eventually(work, within, every = 25) {
  const until = performance.now() + within;
  for (;;) {
    const found = await work();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > until) return undefined;
    await sleep(every);
  }
}
