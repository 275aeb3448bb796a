/** How far a job is behind. */
export interface Lag {
  /** seconds; null while nothing is due */
  lag: number | null;
}

/** A job whose runs are counted. */
export interface Job {
  /** A run when its time has come: none while another is under way. A failure goes to the log. */
  tick(work: () => Promise<void>): Promise<void>;

  /** @throws what the work throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** The jobs of this process: every replica runs them, and what they are behind is the same for all. */
export abstract class Jobs {
  /**
   * Registers a job; `Job.run` counts its runs from then on.
   * @param lag asks the database how far it is behind; the first row counts
   */
  abstract register(name: string, lag?: () => Promise<Lag[]>): Job;
}
