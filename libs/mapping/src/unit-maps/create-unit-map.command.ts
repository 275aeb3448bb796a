import { InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ApplyMapFiles, type MapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { CreateUnitMapDto } from './unit-map.dto.js';
import type { ViewUnitMap } from './unit-map.queries.js';

/** Creates a map. @returns its id, and how it is shown */
export class CreateUnitMap extends Command<readonly [id: string, shown: Json]> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateUnitMapDto & MapFiles,
    readonly view: (id: string) => ViewUnitMap,
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ assetId, fields, view }: CreateUnitMap): Promise<readonly [string, Json]> {
    const background = await this.mapFiles.stage(fields);
    return this.work.run(async () => {
      const created = new UnitMap(assetId, fields);
      await this.mapFiles.requireBuilding(created);
      const map = await this.maps.add(created);
      await this.mapFiles.draw(map, fields, background);
      return [map.id, await this.queries.execute(view(map.id))] as const;
    });
  }
}
