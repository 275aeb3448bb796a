import { type Ids } from '@app/platform/core';
import { Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UpdateUnitDto } from './unit.dto.js';
import { Units, UnitSurroundings } from './unit.repository.js';

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
    private readonly surroundings: UnitSurroundings,
    private readonly units: Units,
    private readonly files: Files,
  ) {}

  execute({ ids, changes }: UpdateUnit): Promise<void> {
    return this.work.run(async () => {
      const unit = await this.units.lock({ assetId: ids.assetId, id: ids.unitId });
      await this.surroundings.require(ids.assetId, changes);
      unit.revise(changes);
      await this.units.save(unit);
      await this.files.keep(changes.viewImage, changes.secondaryViewImage);
    });
  }
}
