import { type Ids } from '@app/platform/core';
import { InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import { reviseWithin, type Rules } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ApplyMapFiles, type MapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { UpdateUnitMapDto } from './unit-map.dto.js';
import type { ViewUnitMap } from './unit-map.queries.js';

/** Changes a map. @returns how it is shown */
export class UpdateUnitMap extends Command<Json> {
  constructor(
    readonly ids: Ids<'asset' | 'map'>,
    readonly changes: UpdateUnitMapDto & MapFiles,
    /** `rulesOf(CreateUnitMapDto)` */
    readonly rules: Rules | undefined,
    readonly view: ViewUnitMap,
  ) {
    super();
  }
}

@CommandHandler(UpdateUnitMap)
export class UpdateUnitMapHandler implements ICommandHandler<UpdateUnitMap> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
    private readonly queries: QueryBus,
  ) {}

  async execute({ ids, changes, rules, view }: UpdateUnitMap): Promise<Json> {
    const background = await this.mapFiles.stage(changes);
    return this.work.run(async () => {
      const map = await this.maps.lock({ assetId: ids.assetId, id: ids.mapId });
      await reviseWithin(rules, map, changes);
      await this.mapFiles.draw(map, changes, background);
      return this.queries.execute(view);
    });
  }
}
