import { byName, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReference } from '../asset-references/asset-reference.aggregate.js';
import { AssetReferences } from '../asset-references/asset-reference.commands.js';
import type { CreateAssetReferenceDto } from '../asset-references/asset-reference.dto.js';
import { UnitReferenceGroup } from '../unit-reference-groups/unit-reference-group.aggregate.js';
import { UnitReferenceGroups } from '../unit-reference-groups/unit-reference-group.commands.js';
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
    private readonly references: AssetReferences,
  ) {}

  execute({ assetId, rows }: UpsertAssetReferences): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.references, { ...byName(assetId, AssetReference), rows }));
  }
}

@CommandHandler(UpsertUnitReferenceGroups)
export class UpsertUnitReferenceGroupsHandler implements ICommandHandler<UpsertUnitReferenceGroups> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly groups: UnitReferenceGroups,
  ) {}

  execute({ assetId, rows }: UpsertUnitReferenceGroups): Promise<UpsertResult[]> {
    return this.work.run(() => upsert(this.groups, { ...byName(assetId, UnitReferenceGroup), rows }));
  }
}
