import { Files } from '@app/platform/files';
import { type Scope } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UnitChanges } from './unit.dto.js';
import { Units, UnitSurroundings } from './unit.repository.js';

export class UpdateUnit extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: UnitChanges,
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

  execute({ scope, changes }: UpdateUnit): Promise<void> {
    return this.work.run(async () => {
      const unit = await this.units.lock({ assetId: scope.asset, id: scope.id('unit') });
      await this.surroundings.require(scope.asset, changes);
      unit.revise(changes);
      await this.units.save(unit);
      await this.files.keep(changes.viewImage, changes.secondaryViewImage);
    });
  }
}
