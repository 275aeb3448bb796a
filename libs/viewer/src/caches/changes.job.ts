import { Database, UnitOfWork } from '@app/platform/persistence';
import { type Job, Jobs, type Lag } from '@app/platform/core';
import { CoalescingWorker } from '@app/platform/core';
import { EmbeddedAssets } from '@app/mapping/contract';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { BuildJob } from './build.job.js';
import { REQUEST_ANEW } from './request-build.command.js';

const EVERY_MS = 5_000;
const AT_ONCE = 1_000;

const NOTED = `select asset_id::text as asset, id::text from viewer.change order by asset_id, id limit ${AT_ONCE}`;

const KNOWN = 'select asset_id::text as asset from viewer.build_request where asset_id = any (:assets::bigint[])';

/** Of two replicas that found the same, the second waits here and then has nothing left to follow. */
const TAKE = `delete from viewer.change where asset_id = any (:assets::bigint[]) and id = any (:ids::bigint[])
  returning asset_id::text as asset`;

const LAG = 'select extract(epoch from kernel.now() - min(noted_at))::float8 as lag from viewer.change';

/** Has documents follow the changes that are noted: where there is one, or an embed will ask for it. */
@Injectable()
export class ChangesJob implements OnModuleDestroy {
  private readonly logger = new Logger(ChangesJob.name);
  private readonly job: Job;
  private readonly looking = new CoalescingWorker(() => this.run());

  constructor(
    private readonly queries: QueryBus,
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly builds: BuildJob,
    jobs: Jobs,
  ) {
    this.job = jobs.register('follow-changes', () => database.rows<Lag>(LAG));
  }

  /** Looks at once; while it is at work, once more after that. */
  wake(): void {
    this.looking.trigger();
  }

  /** Finds what no event told of: of a process that was killed, or could not ask. */
  @Interval(EVERY_MS)
  tick(): void {
    this.wake();
  }

  /** What is noted is forgotten as the builds are asked for: after a failure they are asked for again. Each by one replica. */
  async run(): Promise<void> {
    try {
      const followed = await this.job.run(() => this.work.run(() => this.follow()));
      if (followed > 0) this.builds.wake();
      if (followed === AT_ONCE) this.wake();
    } catch (error) {
      this.logger.warn({ text: String(error) }, 'Documents could not be told of changes; it is tried again');
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.looking.close();
  }

  /** @returns of how many changes */
  private async follow(): Promise<number> {
    const noted = await this.database.rows<{ asset: string; id: string }>(NOTED);
    if (noted.length === 0) return 0;
    const found = { assets: noted.map(({ asset }) => asset), ids: noted.map(({ id }) => id) };
    const taken = await this.database.rows<{ asset: string }>(TAKE, found);
    const assets = [...new Set(taken.map(({ asset }) => asset))];
    const known = await this.database.rows<{ asset: string }>(KNOWN, { assets });
    const embedded = await this.queries.execute(new EmbeddedAssets(assets));
    await this.database.execute(REQUEST_ANEW, { assets: [...known.map(({ asset }) => asset), ...embedded] });
    return noted.length;
  }
}
