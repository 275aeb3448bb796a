import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { InjectRepository, type Json, Repository, runOrDryRun, UnitOfWork } from '@app/platform/persistence';
import { reviseWithin, type Rules, ViewResource } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ApplyMapFiles, type MapFiles } from './apply-map-files.js';
import { UnitMap } from './unit-map.aggregate.js';
import type { PreviewUnitMapDto } from './unit-map.dto.js';
import { MAP_UNITS } from './unit-map.queries.js';

/** Shows the bindings that `UpdateUnitMap` would lead to. Changes nothing. */
export class PreviewUnitMap extends Command<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'map'>,
    readonly changes: PreviewUnitMapDto & MapFiles,
    /** `rulesOf(CreateUnitMapDto)` */
    readonly rules: Rules | undefined,
  ) {
    super();
  }
}

@CommandHandler(PreviewUnitMap)
export class PreviewUnitMapHandler implements ICommandHandler<PreviewUnitMap> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly queries: QueryBus,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly mapFiles: ApplyMapFiles,
  ) {}

  execute({ actor, ids, changes, rules }: PreviewUnitMap): Promise<Json> {
    const inSavepoint = (work: () => Promise<Json>) => this.work.run(() => this.work.savepoint(work));
    return runOrDryRun(true, inSavepoint, async () => {
      const map = await this.maps.lock({ assetId: ids.assetId, id: ids.mapId });
      await reviseWithin(rules, map, changes);
      await this.mapFiles.bind(map, changes);
      return this.queries.execute(new ViewResource(MAP_UNITS, actor, ids, ids.mapId));
    });
  }
}
