import { type Ids } from '@app/platform/core';
import { Files } from '@app/platform/files';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitReferences } from './unit-references.js';
import { Unit } from './unit.aggregate.js';
import type { UpdateUnitDto } from './unit.dto.js';

export class UpdateUnit extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'unit'>,
    readonly changes: UpdateUnitDto,
  ) {
    super();
  }
}

@CommandHandler(UpdateUnit)
export class UpdateUnitHandler implements ICommandHandler<UpdateUnit> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly references: UnitReferences,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
    private readonly files: Files,
  ) {}

  execute({ ids, changes }: UpdateUnit): Promise<void> {
    return this.work.run(async () => {
      const unit = await this.units.lock({ assetId: ids.assetId, id: ids.unitId });
      await this.references.require(ids.assetId, changes);
      unit.revise(changes);
      await this.units.save(unit);
      await this.files.keep(changes.viewImage, changes.secondaryViewImage);
    });
  }
}
