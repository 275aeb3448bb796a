/** How many times its time goal a response may take in a test, because the machine is busy. `TEST_TIME_FACTOR=1` applies the goals unchanged. */
export const TIME_FACTOR = Number(process.env['TEST_TIME_FACTOR'] ?? 5);

const TICK = 10;

/** What came of it, and the milliseconds that it took of those in which this process had its turn: others do not count. */
export async function timed<T>(doing: Promise<T>): Promise<{ took: number; value: T }> {
  let took = 0;
  const ticking = setInterval(() => (took += TICK), TICK);
  try {
    return { value: await doing, took };
  } finally {
    clearInterval(ticking);
  }
}
