import { Database, type Job, Jobs, type Lag, UnitOfWork, Wakeful } from '@app/kernel';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Interval } from '@nestjs/schedule';
import { BuildDocument } from './build-document.command.js';
import { BuildMetrics } from './build.metrics.js';

const EVERY_MS = 5_000;
/** A build that failed is tried again after so many seconds, doubled each time, at most ten minutes. */
const AGAIN_S = 5;
const AGAIN_MOST_S = 600;

const WAITING = `select request.asset_id::text as id from viewer.build_request request
  left join viewer.document document on document.asset_id = request.asset_id
  where request.requested > coalesce(document.built_for, 0) and request.next_try_at <= kernel.now()
  order by request.next_try_at limit 20`;

/** Seconds since the document that is longest due was wished for, or was to be tried again. */
const LAG = `select extract(epoch from kernel.now() - min(request.next_try_at))::float8 as lag from viewer.build_request request
  left join viewer.document document on document.asset_id = request.asset_id
  where request.requested > coalesce(document.built_for, 0)`;

const STALE = `with overdue as (
    update viewer.document set stale_at = null where stale_at <= kernel.now() returning asset_id)
  update viewer.build_request request set requested = request.requested + 1, next_try_at = kernel.now()
  from overdue where request.asset_id = overdue.asset_id`;

const FAILED = `update viewer.build_request set attempts = attempts + 1,
    next_try_at = kernel.now() + least(${AGAIN_MOST_S}, ${AGAIN_S} * power(2, least(attempts, 10))) * interval '1 second'
  where asset_id = :asset`;

/** Builds what is asked for. Every replica looks; one at a time builds an asset (an advisory lock, see `BuildDocument`). */
@Injectable()
export class BuildJob implements OnModuleDestroy {
  private readonly logger = new Logger(BuildJob.name);
  private readonly job: Job;
  private readonly looking = new Wakeful(() => this.run());

  constructor(
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly metrics: BuildMetrics,
    jobs: Jobs,
  ) {
    this.job = jobs.watch('build-documents', () => database.rows<Lag>(LAG));
  }

  /** Looks at once; while it is at work, once more after that. */
  wake(): void {
    this.looking.wake();
  }

  @Interval(EVERY_MS)
  tick(): void {
    this.wake();
  }

  /** Until nothing waits. */
  async run(): Promise<void> {
    try {
      await this.job.run(() => this.look());
    } catch (error) {
      this.logger.warn({ text: String(error) }, 'Looking for documents to build failed; it is tried again');
    }
  }

  onModuleDestroy(): Promise<void> {
    return this.looking.close();
  }

  private async look(): Promise<void> {
    await this.work.run(() => this.database.execute(STALE));
    for (const { id } of await this.database.rows<{ id: string }>(WAITING)) {
      if (this.looking.isClosed) return;
      await this.build(id);
    }
  }

  private async build(asset: string): Promise<void> {
    try {
      await this.metrics.building(() => this.commands.execute(new BuildDocument(asset)));
    } catch (error) {
      this.logger.warn(
        { asset, text: String(error) },
        'A document could not be built; the old one stays, and it is tried again',
      );
      await this.work.run(() => this.database.execute(FAILED, { asset }));
    }
  }
}
