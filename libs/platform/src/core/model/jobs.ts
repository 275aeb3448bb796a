export interface Lag {
  /** seconds; null while nothing is due */
  lag: number | null;
}

export interface Job {
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
