import { type Counter, type Histogram, Metrics, cachedProbe } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

const WAITING = `select count(*)::int as waiting, (count(*) filter (where request.attempts > 0))::int as failing
  from viewer.build_request request left join viewer.document document on document.asset_id = request.asset_id
  where request.next_try_at is not null and request.requested > coalesce(document.built_for, 0)`;

/** Metrics of builds: documents waiting in the queue, and builds of this process. */
@Injectable()
export class BuildMetrics {
  private readonly builds: Record<'built' | 'failed', Counter>;
  private readonly durations: Histogram;

  constructor(metrics: Metrics, database: Database) {
    const queue = cachedProbe(() => database.rows<{ waiting: number; failing: number }>(WAITING));
    metrics.gauge('viewer_builds_waiting', 'Documents to be built', async () => (await queue())?.waiting);
    metrics.gauge('viewer_builds_failing', 'Documents whose last build failed', async () => (await queue())?.failing);
    this.builds = metrics.counters('viewer_builds_total', 'Builds by outcome', 'outcome', ['built', 'failed']);
    this.durations = metrics.histogram('viewer_build_duration_seconds', 'Building a document', SECONDS);
  }

  /** @throws what the build throws */
  async building(build: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    try {
      await build();
    } catch (error) {
      this.builds.failed.add();
      throw error;
    }
    this.builds.built.add();
    this.durations.observe((performance.now() - startedAt) / 1000);
  }
}
