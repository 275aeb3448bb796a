import { type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Unit } from './unit.aggregate.js';

/** Deletes a unit. Foreign keys cascade to the data of other contexts. */
export class DeleteUnit extends Command<void> {
  constructor(readonly ids: Ids<'asset' | 'unit'>) {
    super();
  }
}

@CommandHandler(DeleteUnit)
export class DeleteUnitHandler implements ICommandHandler<DeleteUnit> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
  ) {}

  execute({ ids }: DeleteUnit): Promise<void> {
    return this.work.run(async () => {
      const unit = await this.units.lock({ assetId: ids.assetId, id: ids.unitId });
      unit.remove();
      await this.units.remove(unit);
    });
  }
}
