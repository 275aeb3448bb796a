import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram } from 'prom-client';
import { runAsJob } from '../../audit/audit-context.js';
import { cachedProbe } from '../../core/timing/cached-probe.js';
import { type Job, Jobs, type Lag } from '../../core/model/jobs.js';
import { Metrics } from '../../core/telemetry/metrics.js';
import { Tracing } from '../../core/telemetry/tracing.js';

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

/** Publishes runs, failures and lag of jobs as metrics, and attributes their writes in the audit trail. */
@Injectable()
export class ObservedJobs extends Jobs {
  private readonly runs;
  private readonly durations;
  private readonly successes;
  private readonly lags = new Map<string, () => Promise<Lag | undefined>>();

  constructor(
    metrics: Metrics,
    private readonly tracing: Tracing,
  ) {
    super();
    const registers = [metrics];
    this.runs = new Counter({
      name: 'job_runs_total',
      help: 'Runs by outcome',
      labelNames: ['job', 'outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of runs, including failed ones',
      labelNames: ['job'],
      buckets: SECONDS,
      registers,
    });
    this.successes = new Gauge({
      name: 'job_last_success_timestamp_seconds',
      help: 'Time of the last successful run since the start',
      labelNames: ['job'],
      registers,
    });
    const lag = {
      name: 'job_lag_seconds',
      help: 'How long the oldest work has been due; missing while the database is unavailable',
      labelNames: ['job'],
    };
    metrics.observe(Gauge, lag, () => Promise.all([...this.lags].map(([job, read]) => lagOf(job, read))));
  }

  register(job: string, lag?: () => Promise<Lag[]>): Job {
    for (const outcome of ['done', 'failed']) this.runs.inc({ job, outcome }, 0);
    this.durations.zero({ job });
    if (lag) this.lags.set(job, cachedProbe(lag));
    return { run: (work) => this.run(job, work) };
  }

  private async run<T>(job: string, work: () => Promise<T>): Promise<T> {
    const stop = this.durations.startTimer({ job });
    try {
      const result = await runAsJob(job, () => this.tracing.job(job, work));
      this.runs.inc({ job, outcome: 'done' });
      this.successes.set({ job }, Date.now() / 1000);
      return result;
    } catch (error) {
      this.runs.inc({ job, outcome: 'failed' });
      throw error;
    } finally {
      stop();
    }
  }
}

async function lagOf(job: string, read: () => Promise<Lag | undefined>) {
  const row = await read();
  return { labels: { job }, value: row && Math.max(0, row.lag ?? 0) };
}
