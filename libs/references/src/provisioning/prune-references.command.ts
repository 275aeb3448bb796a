import { type Deleted, prune, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReferences } from '../asset-references/asset-reference.commands.js';
import { UnitReferenceGroups } from '../unit-reference-groups/unit-reference-group.commands.js';

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
    private readonly references: AssetReferences,
    private readonly groups: UnitReferenceGroups,
  ) {}

  execute({ assetId, part, keep }: PruneReferences): Promise<Deleted[]> {
    return this.work.run(() =>
      part === 'asset_references'
        ? prune(this.references, { assetId }, keep, ({ name }) => name)
        : prune(this.groups, { assetId }, keep, ({ name }) => name),
    );
  }
}
