import { type Deleted, prune, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataModels } from '../data-models/data-model.repository.js';

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
    private readonly models: DataModels,
  ) {}

  execute({ assetId, keep }: PruneDataModels): Promise<Deleted[]> {
    return this.work.run(() => prune(this.models, { assetId }, keep, ({ title }) => title));
  }
}
