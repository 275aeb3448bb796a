/** Waits at most so many milliseconds for work, which continues after that. @throws what the work throws, or a timeout error */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`No answer within ${ms} ms`));
    timer = setTimeout(() => setImmediate(giveUp), ms); // what has come while the process was busy is read first
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
