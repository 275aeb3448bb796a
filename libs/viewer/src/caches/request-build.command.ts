import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BuildJob } from './build.job.js';

/** Wishes that the documents of these assets be built, soon and in the background. */
export class RequestBuild extends Command<void> {
  /** @param which 'anew': also what is built or has failed; 'first': what nobody has wished for yet */
  constructor(
    readonly assetIds: readonly string[],
    readonly which: 'anew' | 'first' = 'anew',
  ) {
    super();
  }
}

const REQUEST = `insert into viewer.build_request as known (asset_id)
  select asset.id from catalog.asset_v1 asset where asset.id = any (:assets::bigint[]) order by asset.id
  on conflict (asset_id)`;

const ON_CONFLICT = {
  anew: 'do update set requested = known.requested + 1, attempts = 0, next_try_at = excluded.next_try_at',
  first: 'do nothing',
};

/** As the command does, inside a transaction: whoever commits it wakes the job. */
export const REQUEST_ANEW = `${REQUEST} ${ON_CONFLICT.anew}`;

@CommandHandler(RequestBuild)
export class RequestBuildHandler implements ICommandHandler<RequestBuild> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly job: BuildJob,
  ) {}

  async execute({ assetIds, which }: RequestBuild): Promise<void> {
    const request = `${REQUEST} ${ON_CONFLICT[which]}`;
    const wished = await this.work.run(() => this.database.execute(request, { assets: assetIds }));
    if (wished > 0) this.job.wake();
  }
}
