/** How far a job is behind. */
export interface Lag {
  /** seconds; null while nothing is due */
  lag: number | null;
}

/** A job whose runs are measured. */
export interface Job {
  /** @throws what the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** The jobs of this process. Every replica runs them; the lag of a job is the same for all. */
export abstract class Jobs {
  /**
   * Registers a job whose runs are measured from then on.
   * @param lag queries how far the job is behind; the first row is used
   */
  abstract register(name: string, lag?: () => Promise<Lag[]>): Job;
}
