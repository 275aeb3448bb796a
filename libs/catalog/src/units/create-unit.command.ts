import { Files } from '@app/platform/files';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitReferences } from './unit-references.js';
import { Unit } from './unit.aggregate.js';
import type { CreateUnitDto } from './unit.dto.js';

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
    private readonly references: UnitReferences,
    @InjectRepository(Unit) private readonly units: Repository<Unit>,
    private readonly files: Files,
  ) {}

  execute({ assetId, fields }: CreateUnit): Promise<string> {
    return this.work.run(async () => {
      await this.references.require(assetId, fields);
      const unit = await this.units.add(new Unit(assetId, fields));
      await this.files.keep(fields.viewImage, fields.secondaryViewImage);
      return unit.id;
    });
  }
}
