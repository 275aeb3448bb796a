import { type Deleted, InjectRepository, prune, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataModel } from '../data-models/data-model.aggregate.js';

/** Deletes the data models of the asset except these ids. */
export class PruneDataModels extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneDataModels)
export class PruneDataModelsHandler implements ICommandHandler<PruneDataModels> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(DataModel) private readonly models: Repository<DataModel>,
  ) {}

  execute({ assetId, keep }: PruneDataModels): Promise<Deleted[]> {
    return this.work.run(() => prune(this.models, { assetId }, keep, ({ title }) => title));
  }
}
