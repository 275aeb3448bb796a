/**
 * How much longer than its goal an answer may take in a test, because the machine that runs the tests has other things to do.
 * `TEST_PATIENCE=1` holds the goals themselves, on a machine of its own.
 */
export const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 5);

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
