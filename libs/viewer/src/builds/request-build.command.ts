import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BuildDocumentsJob } from './build-documents.job.js';

/** Requests builds of these assets' documents, to run soon in the background. */
export class RequestBuild extends Command<void> {
  /**
   * @param which 'all' also rebuilds existing and failed documents; 'changed' does the same, but a failing build keeps its delay;
   * 'missing' requests only documents never requested before
   */
  constructor(
    readonly assetIds: readonly string[],
    readonly which: 'all' | 'changed' | 'missing' = 'all',
  ) {
    super();
  }
}

const REQUEST = `insert into viewer.build_request as known (asset_id)
  select asset.id from catalog.asset_v1 asset where asset.id = any (:assets::bigint[]) order by asset.id
  on conflict (asset_id)`;

const AGAIN = 'do update set requested = known.requested + 1, snapshot = excluded.snapshot';

const ON_CONFLICT = {
  all: `${AGAIN}, attempts = 0, next_try_at = excluded.next_try_at`,
  changed: `${AGAIN}, attempts = case when known.next_try_at is null then 0 else known.attempts end,
    next_try_at = coalesce(known.next_try_at, excluded.next_try_at)`,
  missing: 'do nothing',
};

/** The statement of the command, to run inside a transaction; the caller triggers the job after the commit. */
export const REQUEST_ALL = `${REQUEST} ${ON_CONFLICT.all}`;

@CommandHandler(RequestBuild)
export class RequestBuildHandler implements ICommandHandler<RequestBuild> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly job: BuildDocumentsJob,
  ) {}

  async execute({ assetIds, which }: RequestBuild): Promise<void> {
    const request = `${REQUEST} ${ON_CONFLICT[which]}`;
    const requested = await this.work.run(() => this.database.execute(request, { assets: assetIds }));
    if (requested > 0) this.job.trigger();
  }
}
