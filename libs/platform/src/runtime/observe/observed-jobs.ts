import { Injectable } from '@nestjs/common';
import { runAsJob } from '../../audit/audit-context.js';
import { type Job, Jobs, type Lag } from '../../core/model/jobs.js';
import { Histogram, Metrics, type Sample } from '../../core/telemetry/metrics.js';
import { cachedProbe } from '../../core/timing/cached-probe.js';
import { Tracing } from '../../core/telemetry/tracing.js';

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Publishes runs, failures and lag of jobs as metrics, and attributes their writes in the audit trail. */
@Injectable()
export class ObservedJobs extends Jobs {
  private readonly jobs = new Map<string, ObservedJob>();

  constructor(
    metrics: Metrics,
    private readonly tracing: Tracing,
  ) {
    super();
    metrics.add('counter', 'job_runs_total', 'Runs by outcome', () => [
      ...this.each(({ done }) => done, { outcome: 'done' }),
      ...this.each(({ failed }) => failed, { outcome: 'failed' }),
    ]);
    metrics.add('histogram', 'job_duration_seconds', 'Duration of runs, including failed ones', () =>
      [...this.jobs].map(([job, { durations }]) => ({ labels: { job }, value: durations })),
    );
    metrics.add('gauge', 'job_last_success_timestamp_seconds', 'Time of the last successful run since the start', () =>
      this.each(({ doneAt }) => doneAt && doneAt / 1000),
    );
    metrics.add(
      'gauge',
      'job_lag_seconds',
      'How long the oldest work has been due; missing while the database is unavailable',
      () => this.lags(),
    );
  }

  register(name: string, lag?: () => Promise<Lag[]>): Job {
    const job = new ObservedJob(name, this.tracing, lag && cachedProbe(lag));
    this.jobs.set(name, job);
    return job;
  }

  private each(read: (job: ObservedJob) => number | undefined, labels: Record<string, string> = {}): Sample[] {
    return [...this.jobs].map(([name, job]) => ({ labels: { job: name, ...labels }, value: read(job) }));
  }

  private lags(): Promise<Sample[]> {
    return Promise.all([...this.jobs].map(async ([name, job]) => ({ labels: { job: name }, value: await lagOf(job) })));
  }
}

class ObservedJob implements Job {
  done = 0;
  failed = 0;
  doneAt: number | undefined;
  readonly durations = new Histogram(SECONDS);

  constructor(
    private readonly name: string,
    private readonly tracing: Tracing,
    readonly lag: (() => Promise<Lag | undefined>) | undefined,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      const result = await runAsJob(this.name, () => this.tracing.job(this.name, work));
      this.done += 1;
      this.doneAt = Date.now();
      return result;
    } catch (error) {
      this.failed += 1;
      throw error;
    } finally {
      this.durations.observe((performance.now() - startedAt) / 1000);
    }
  }
}

async function lagOf({ lag }: ObservedJob): Promise<number | undefined> {
  const row = await lag?.();
  return row && Math.max(0, row.lag ?? 0);
}
