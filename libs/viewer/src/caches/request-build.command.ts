import { Database, UnitOfWork } from '@app/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { BuildJob } from './build.job.js';

/** Wishes that the documents of these assets be built anew, soon and in the background. */
export class RequestBuild extends Command<void> {
  constructor(readonly assetIds: readonly string[]) {
    super();
  }
}

const REQUEST = `insert into viewer.build_request as known (asset_id)
  select asset.id from catalog.asset_v1 asset where asset.id = any (:assets::bigint[]) order by asset.id
  on conflict (asset_id) do update set requested = known.requested + 1, attempts = 0, next_try_at = excluded.next_try_at`;

@CommandHandler(RequestBuild)
export class RequestBuildHandler implements ICommandHandler<RequestBuild> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly job: BuildJob,
  ) {}

  async execute({ assetIds }: RequestBuild): Promise<void> {
    await this.work.run(() => this.database.execute(REQUEST, { assets: assetIds }));
    this.job.wake();
  }
}
