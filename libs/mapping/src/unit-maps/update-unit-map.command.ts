import { type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { reviseWithin, type Rules } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApplyMapFiles, type MapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { UpdateUnitMapDto } from './unit-map.dto.js';

export class UpdateUnitMap extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'map'>,
    readonly changes: UpdateUnitMapDto & MapFiles,
    /** `rulesOf(CreateUnitMapDto)` */
    readonly rules: Rules | undefined,
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
  ) {}

  async execute({ ids, changes, rules }: UpdateUnitMap): Promise<void> {
    const background = await this.mapFiles.stage(changes);
    await this.work.run(async () => {
      const map = await this.maps.lock({ assetId: ids.assetId, id: ids.mapId });
      await reviseWithin(rules, map, changes);
      await this.mapFiles.draw(map, changes, background);
    });
  }
}
