import { type Actor } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UpdateAssetDto } from './asset.dto.js';
import { Assets } from './asset.repository.js';

/** Updates an asset. @returns whether anything changed */
export class UpdateAsset extends Command<boolean> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly changes: UpdateAssetDto,
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

  execute({ actor, assetId, changes }: UpdateAsset): Promise<boolean> {
    return this.work.run(async () => {
      await this.assets.beginNaming();
      const asset = await this.assets.lock({ id: assetId });
      const before = JSON.stringify(asset.identity);
      asset.revise(changes);
      if (JSON.stringify(asset.identity) !== before) await this.assets.requireUnique(asset, actor);
      return this.assets.save(asset);
    });
  }
}
