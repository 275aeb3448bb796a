import { Database, UnitOfWork } from '@app/platform/persistence';
import { type Job, Jobs, type Lag, CoalescingWorker } from '@app/platform/core';
import { EmbeddedAssets } from '@app/mapping/contract';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { BuildJob } from './build.job.js';
import { REQUEST_ALL } from './request-build.command.js';

const EVERY_MS = 5_000;
const BATCH = 1_000;

const PENDING = `select asset_id::text as asset, id::text from viewer.change order by asset_id, id limit ${BATCH}`;

const KNOWN = 'select asset_id::text as asset from viewer.build_request where asset_id = any (:assets::bigint[])';

/** Of two replicas that found the same rows, the second waits here and then claims none. */
const CLAIM = `delete from viewer.change where asset_id = any (:assets::bigint[]) and id = any (:ids::bigint[])
  returning asset_id::text as asset`;

const LAG = 'select extract(epoch from kernel.now() - min(noted_at))::float8 as lag from viewer.change';

/** Requests builds for pending changes: of assets that have a document, or an embed that will ask for one. */
@Injectable()
export class ChangesJob implements OnModuleDestroy {
  private readonly logger = new Logger(ChangesJob.name);
  private readonly job: Job;
  private readonly worker = new CoalescingWorker(() => this.run());

  constructor(
    private readonly queries: QueryBus,
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly builds: BuildJob,
    jobs: Jobs,
  ) {
    this.job = jobs.register('follow-changes', () => database.rows<Lag>(LAG));
  }

  /** Runs now; while it is running, once more after that. */
  trigger(): void {
    this.worker.trigger();
  }

  /** Finds what no event announced: the process was killed, or could not request the build. */
  @Interval(EVERY_MS)
  tick(): void {
    this.trigger();
  }

  /** Rows go in the transaction that requests the builds, so that a failure loses none; one replica claims each. */
  async run(): Promise<void> {
    try {
      const followed = await this.job.run(() => this.work.run(() => this.follow()));
      if (followed > 0) this.builds.trigger();
      if (followed === BATCH) this.trigger();
    } catch (error) {
      this.logger.warn({ text: String(error) }, 'Documents could not be told of changes; it is tried again');
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.worker.close();
  }

  /** @returns the number of changes */
  private async follow(): Promise<number> {
    const pending = await this.database.rows<{ asset: string; id: string }>(PENDING);
    if (pending.length === 0) return 0;
    const found = { assets: pending.map(({ asset }) => asset), ids: pending.map(({ id }) => id) };
    const claimed = await this.database.rows<{ asset: string }>(CLAIM, found);
    const assets = [...new Set(claimed.map(({ asset }) => asset))];
    const known = await this.database.rows<{ asset: string }>(KNOWN, { assets });
    const embedded = await this.queries.execute(new EmbeddedAssets(assets));
    await this.database.execute(REQUEST_ALL, { assets: [...known.map(({ asset }) => asset), ...embedded] });
    return pending.length;
  }
}
