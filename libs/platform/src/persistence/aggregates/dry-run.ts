/** Carries the result of a dry run out of the transaction that it rolls back. */
class RolledBack extends Error {
  constructor(readonly result: unknown) {
    super('A dry run was rolled back');
  }
}

/**
 * Runs work in a transaction or savepoint, which a dry run rolls back: it takes the same path as the work itself, so the two cannot disagree.
 * @param transact runs it, such as `(work) => this.work.run(work)`
 */
export async function runOrDryRun<T>(
  isDryRun: boolean,
  transact: (work: () => Promise<T>) => Promise<T>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await transact(async () => {
      const result = await work();
      if (isDryRun) throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}
