/** A response may take so many times its time goal, because the machine is busy. `TEST_TIME_FACTOR=1` applies the goals unchanged. */
export const TIME_FACTOR = Number(process.env['TEST_TIME_FACTOR'] ?? 5);

const TICK = 10;

/** The result, and how long it took in milliseconds, without those in which this process did not run. */
export async function timed<T>(work: Promise<T>): Promise<{ took: number; value: T }> {
  let took = 0;
  const ticking = setInterval(() => (took += TICK), TICK);
  try {
    return { value: await work, took };
  } finally {
    clearInterval(ticking);
  }
}
