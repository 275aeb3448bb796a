import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** Deletes the asset's data models beyond these ids. */
export class PruneDataModels extends Command<{ id: string; name: string }[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const DELETE = `with gone as (
    delete from data_model.data_model where asset_id = :assetId and not id = any (:keep::bigint[]) returning id, title
  ) select id::text, title as name from gone order by gone.id`;

@CommandHandler(PruneDataModels)
export class PruneDataModelsHandler implements ICommandHandler<PruneDataModels> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
  ) {}

  execute({ assetId, keep }: PruneDataModels): Promise<{ id: string; name: string }[]> {
    return this.work.run(() => this.database.rows(DELETE, { assetId, keep }));
  }
}
