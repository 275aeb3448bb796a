import { type Scope, UnitOfWork } from '@app/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssetChanges } from './asset.dto.js';
import { Assets } from './asset.repository.js';

export class UpdateAsset extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: AssetChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateAsset)
export class UpdateAssetHandler implements ICommandHandler<UpdateAsset> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
  ) {}

  execute({ scope, changes }: UpdateAsset): Promise<void> {
    return this.work.run(async () => {
      const asset = await this.assets.lock({ id: scope.asset });
      asset.revise(changes);
      await this.assets.requireUnique(asset, scope);
      await this.assets.save(asset);
    });
  }
}
