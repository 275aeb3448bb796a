import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DrawMap, type MapFiles } from './draw-map.js';
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
    private readonly drawing: DrawMap,
  ) {}

  async execute({ assetId, fields }: CreateUnitMap): Promise<string> {
    const background = await this.drawing.stage(fields);
    return this.work.run(async () => {
      const map = await this.maps.add(new UnitMap(assetId, fields));
      await this.drawing.draw(map, fields, background);
      return map.id;
    });
  }
}
