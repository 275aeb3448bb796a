/** Reuses the result of work for a time. One run at a time, however many callers. @param ms since the start of the run */
export function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; result: Promise<T>; isOver: boolean } | undefined;
  return () => {
    if (latest && !(latest.isOver && performance.now() - latest.at > ms)) return latest.result;
    const run = { at: performance.now(), result: work(), isOver: false };
    const end = () => void (run.isOver = true);
    run.result.then(end, end);
    latest = run;
    return run.result;
  };
}
