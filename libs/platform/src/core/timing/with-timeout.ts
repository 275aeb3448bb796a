/** Waits for work with a timeout, which does not stop the work. @throws what the work throws, or a timeout error */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`No response within ${ms} ms`));
    timer = setTimeout(() => setImmediate(giveUp), ms); // lets results that arrived while the process was busy win
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
