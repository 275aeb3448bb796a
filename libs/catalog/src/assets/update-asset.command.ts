import { type Actor } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { reviseWithin, type Rules } from '@app/platform/resources';
import { Files } from '@app/platform/files';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssetChanges } from './asset.dto.js';
import { Assets } from './asset.repository.js';

/** Updates an asset. @returns whether anything changed @throws Problem 404, 409, and invalid for broken rules */
export class UpdateAsset extends Command<boolean> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly changes: AssetChanges,
    /** `rulesOf(CreateAssetDto)` */
    readonly rules: Rules | undefined,
  ) {
    super();
  }
}

@CommandHandler(UpdateAsset)
export class UpdateAssetHandler implements ICommandHandler<UpdateAsset> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    private readonly files: Files,
  ) {}

  execute({ actor, assetId, changes, rules }: UpdateAsset): Promise<boolean> {
    return this.work.run(async () => {
      await this.assets.lockNames();
      const asset = await this.assets.lock({ id: assetId });
      const before = JSON.stringify(asset.identity);
      await reviseWithin(rules, asset, changes);
      await this.assets.resolveTimeZone(asset);
      if (JSON.stringify(asset.identity) !== before) await this.assets.requireUnique(asset, actor);
      const isChanged = await this.assets.save(asset);
      await this.files.keep(changes.logo);
      return isChanged;
    });
  }
}
