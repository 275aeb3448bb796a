import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApplyMapFiles, type MapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { CreateUnitMapDto } from './unit-map.dto.js';

/** Creates a map. @returns its id */
export class CreateUnitMap extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateUnitMapDto & MapFiles,
  ) {
    super();
  }
}

@CommandHandler(CreateUnitMap)
export class CreateUnitMapHandler implements ICommandHandler<CreateUnitMap> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
  ) {}

  async execute({ assetId, fields }: CreateUnitMap): Promise<string> {
    const background = await this.mapFiles.stage(fields);
    return this.work.run(async () => {
      const created = new UnitMap(assetId, fields);
      await this.mapFiles.requireBuilding(created);
      const map = await this.maps.add(created);
      await this.mapFiles.draw(map, fields, background);
      return map.id;
    });
  }
}
