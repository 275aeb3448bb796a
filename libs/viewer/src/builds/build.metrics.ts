import { Metrics, cachedProbe } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

const WAITING = `select count(*)::int as waiting, (count(*) filter (where request.attempts > 0))::int as failing
  from viewer.build_request request left join viewer.document document on document.asset_id = request.asset_id
  where request.next_try_at is not null and request.requested > coalesce(document.built_for, 0)`;

/** Metrics of builds: documents waiting in the queue, and builds of this process. */
@Injectable()
export class BuildMetrics {
  private readonly builds;
  private readonly durations;

  constructor(metrics: Metrics, database: Database) {
    const queue = cachedProbe(() => database.rows<{ waiting: number; failing: number }>(WAITING));
    metrics.gauge('viewer_builds_waiting', 'Documents to be built', async () => (await queue())?.waiting);
    metrics.gauge('viewer_builds_failing', 'Documents whose last build failed', async () => (await queue())?.failing);
    const registers = [metrics];
    this.builds = new Counter({
      name: 'viewer_builds_total',
      help: 'Builds by outcome',
      labelNames: ['outcome'],
      registers,
    });
    this.durations = new Histogram({
      name: 'viewer_build_duration_seconds',
      help: 'Duration of building a document',
      buckets: SECONDS,
      registers,
    });
    for (const outcome of ['built', 'failed']) this.builds.inc({ outcome }, 0);
  }

  /** @throws what the build throws */
  async building(build: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    try {
      await build();
    } catch (error) {
      this.builds.inc({ outcome: 'failed' });
      throw error;
    }
    this.builds.inc({ outcome: 'built' });
    this.durations.observe((performance.now() - startedAt) / 1000);
  }
}
