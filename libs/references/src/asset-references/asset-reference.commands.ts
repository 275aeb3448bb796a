import { conflict, type Ids } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReference } from './asset-reference.aggregate.js';
import type { CreateAssetReferenceDto, UpdateAssetReferenceDto } from './asset-reference.dto.js';

export const referenceKeyTaken = () => conflict('key_taken', 'Another reference of the asset has this key');

/** @returns its id */
export class CreateAssetReference extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateAssetReferenceDto,
  ) {
    super();
  }
}

export class UpdateAssetReference extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'reference'>,
    readonly changes: UpdateAssetReferenceDto,
  ) {
    super();
  }
}

@CommandHandler(CreateAssetReference)
export class CreateAssetReferenceHandler implements ICommandHandler<CreateAssetReference> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(AssetReference) private readonly references: Repository<AssetReference>,
  ) {}

  execute({ assetId, fields }: CreateAssetReference): Promise<string> {
    return this.work.run(async () => {
      const added = await this.references.addUnlessTaken(new AssetReference(assetId, fields));
      if (!added) throw referenceKeyTaken();
      return added.id;
    });
  }
}

@CommandHandler(UpdateAssetReference)
export class UpdateAssetReferenceHandler implements ICommandHandler<UpdateAssetReference> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(AssetReference) private readonly references: Repository<AssetReference>,
  ) {}

  execute({ ids, changes }: UpdateAssetReference): Promise<void> {
    return this.work.run(async () => {
      const reference = await this.references.lock({ assetId: ids.assetId, id: ids.referenceId });
      const { key } = changes;
      const isOther = typeof key === 'string' && key !== reference.key;
      if (isOther && (await this.references.exists({ assetId: ids.assetId, key }))) throw referenceKeyTaken();
      reference.revise(changes);
      await this.references.save(reference);
    });
  }
}
