import { type Deleted, InjectRepository, prune, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReference } from '../asset-references/asset-reference.aggregate.js';
import { UnitReferenceGroup } from '../unit-reference-groups/unit-reference-group.aggregate.js';

/** Deletes the records of a part of the asset except these ids. */
export class PruneReferences extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly part: 'asset_references' | 'unit_reference_groups',
    readonly keep: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(PruneReferences)
export class PruneReferencesHandler implements ICommandHandler<PruneReferences> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(AssetReference) private readonly references: Repository<AssetReference>,
    @InjectRepository(UnitReferenceGroup) private readonly groups: Repository<UnitReferenceGroup>,
  ) {}

  execute({ assetId, part, keep }: PruneReferences): Promise<Deleted[]> {
    return this.work.run(() =>
      part === 'asset_references'
        ? prune(this.references, { assetId }, keep, ({ name }) => name)
        : prune(this.groups, { assetId }, keep, ({ name }) => name),
    );
  }
}
