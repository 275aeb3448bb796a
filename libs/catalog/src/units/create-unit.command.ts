import { Files } from '@app/platform/files';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Unit } from './unit.aggregate.js';
import type { CreateUnitDto } from './unit.dto.js';
import { Units, UnitSurroundings } from './unit.repository.js';

/** Creates a unit. @returns its id */
export class CreateUnit extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateUnitDto,
  ) {
    super();
  }
}

@CommandHandler(CreateUnit)
export class CreateUnitHandler implements ICommandHandler<CreateUnit> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly surroundings: UnitSurroundings,
    private readonly units: Units,
    private readonly files: Files,
  ) {}

  execute({ assetId, fields }: CreateUnit): Promise<string> {
    return this.work.run(async () => {
      await this.surroundings.require(assetId, fields);
      const unit = await this.units.add(new Unit(assetId, fields));
      await this.files.keep(fields.viewImage, fields.secondaryViewImage);
      return unit.id;
    });
  }
}
