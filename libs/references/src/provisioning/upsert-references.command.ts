import { byName, InjectRepository, Repository, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReference } from '../asset-references/asset-reference.aggregate.js';
import type { CreateAssetReferenceDto } from '../asset-references/asset-reference.dto.js';
import { UnitReferenceGroup } from '../unit-reference-groups/unit-reference-group.aggregate.js';
import type { CreateUnitReferenceGroupDto } from '../unit-reference-groups/unit-reference-group.dto.js';

/** Creates or updates references of an asset, matched by name, which must be unique among the rows. */
export class UpsertAssetReferences extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly CreateAssetReferenceDto[],
  ) {
    super();
  }
}

export class UpsertUnitReferenceGroups extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly rows: readonly CreateUnitReferenceGroupDto[],
  ) {
    super();
  }
}

@CommandHandler(UpsertAssetReferences)
export class UpsertAssetReferencesHandler implements ICommandHandler<UpsertAssetReferences> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(AssetReference) private readonly references: Repository<AssetReference>,
  ) {}

  execute({ assetId, rows }: UpsertAssetReferences): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.references, { ...byName(assetId, AssetReference), rows }));
  }
}

@CommandHandler(UpsertUnitReferenceGroups)
export class UpsertUnitReferenceGroupsHandler implements ICommandHandler<UpsertUnitReferenceGroups> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(UnitReferenceGroup) private readonly groups: Repository<UnitReferenceGroup>,
  ) {}

  execute({ assetId, rows }: UpsertUnitReferenceGroups): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.groups, { ...byName(assetId, UnitReferenceGroup), rows }));
  }
}
