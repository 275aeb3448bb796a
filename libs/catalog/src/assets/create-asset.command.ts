import { type Actor } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Files } from '@app/platform/files';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Asset } from './asset.aggregate.js';
import type { AssetFields } from './asset.dto.js';
import { Assets } from './asset.repository.js';

/** Creates an asset. @returns its id */
export class CreateAsset extends Command<string> {
  constructor(
    readonly actor: Actor,
    readonly fields: AssetFields,
    /** ids of the asset in another database; the id is kept if it is free */
    readonly known: { id?: string; uuid?: string } = {},
  ) {
    super();
  }
}

const ASSIGN = 'insert into catalog.account_asset (account_id, asset_id) values (:account, :asset)';

@CommandHandler(CreateAsset)
export class CreateAssetHandler implements ICommandHandler<CreateAsset> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    private readonly files: Files,
    private readonly database: Database,
  ) {}

  execute({ actor, fields, known }: CreateAsset): Promise<string> {
    if (actor.assets)
      throw new Problem(
        'forbidden',
        'assets_chosen',
        'A key for chosen assets cannot create others, which it would not see',
      );
    return this.work.run(async () => {
      await this.assets.lockNames();
      const asset = new Asset(fields, known.uuid);
      await this.assets.resolveTimeZone(asset);
      await this.assets.requireUnique(asset, actor);
      await this.assets.add(asset, known.id);
      await this.files.keep(fields.logo);
      const account = actor.accounts?.[0];
      if (account !== undefined) await this.database.execute(ASSIGN, { account, asset: asset.id });
      return asset.id;
    });
  }
}
