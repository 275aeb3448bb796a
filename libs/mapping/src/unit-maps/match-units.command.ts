import { InjectRepository, LIMITS, type PoolPartition, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApplyMapFiles } from './apply-map-files.js';
import { UnitMatcher } from './unit-matcher.js';
import { UnitMap } from './unit-map.aggregate.js';

/** Binds the maps of an asset to its current units. Does nothing for maps that are up to date. */
export class MatchUnits extends Command<void> {
  constructor(readonly assetId: string) {
    super();
  }
}

/** Connections for binding maps in the background. */
export const BINDING: PoolPartition = { name: 'binding', share: 1 / 10, wait: LIMITS.commit, limit: LIMITS.statement };

@CommandHandler(MatchUnits)
export class MatchUnitsHandler implements ICommandHandler<MatchUnits> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitMap) private readonly maps: Repository<UnitMap>,
    private readonly matcher: UnitMatcher,
    private readonly mapFiles: ApplyMapFiles,
  ) {}

  async execute({ assetId }: MatchUnits): Promise<void> {
    for (const { map } of await this.matcher.stale([assetId]))
      await this.work.run(() => this.bind(assetId, map), BINDING);
  }

  /** A concurrent binding waits for the row and then finds the map up to date. The map may have been deleted since it was found. */
  private async bind(assetId: string, id: string): Promise<void> {
    const [map] = await this.maps.lockAll({ assetId, id });
    if (map) await this.mapFiles.rebind(map);
  }
}
