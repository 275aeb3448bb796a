import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetReference } from './asset-reference.aggregate.js';
import type { AssetReferenceChanges, NewAssetReference } from './asset-reference.dto.js';

@Injectable()
export class AssetReferences extends Repository<AssetReference> {
  protected readonly entity = AssetReference;
}

/** Answers the new reference's id. */
export class CreateAssetReference extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewAssetReference,
  ) {
    super();
  }
}

export class UpdateAssetReference extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: AssetReferenceChanges,
  ) {
    super();
  }
}

@CommandHandler(CreateAssetReference)
export class CreateAssetReferenceHandler implements ICommandHandler<CreateAssetReference> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly references: AssetReferences,
  ) {}

  execute({ scope, fields }: CreateAssetReference): Promise<string> {
    return this.work.run(async () => (await this.references.add(new AssetReference(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateAssetReference)
export class UpdateAssetReferenceHandler implements ICommandHandler<UpdateAssetReference> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly references: AssetReferences,
  ) {}

  execute({ scope, changes }: UpdateAssetReference): Promise<void> {
    return this.work.run(async () => {
      const reference = await this.references.lock({ assetId: scope.asset, id: scope.id('reference') });
      reference.revise(changes);
      await this.references.save(reference);
    });
  }
}
