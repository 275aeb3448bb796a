import { Database, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Assets } from '../assets/asset.repository.js';
import type { AccountAssetDto } from './account.dto.js';
import { Accounts } from './account.repository.js';

/** Assets are no longer the account's; what other contexts hang on that goes with it, by their foreign keys. */
export class UnassignAssets extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly items: readonly AccountAssetDto[],
  ) {
    super();
  }
}

const UNASSIGN = `delete from catalog.account_asset
  where account_id = :account and asset_id = any (:assets::bigint[]) returning asset_id::text`;

@CommandHandler(UnassignAssets)
export class UnassignAssetsHandler implements ICommandHandler<UnassignAssets> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly accounts: Accounts,
    private readonly assets: Assets,
    private readonly database: Database,
  ) {}

  execute({ scope, items }: UnassignAssets): Promise<void> {
    const assets = items.map(({ assetId }) => assetId);
    return this.work.run(async () => {
      const account = await this.accounts.lock({ id: scope.id('account') });
      await this.assets.requireVisible(items, scope);
      const gone = await this.database.rows<{ asset_id: string }>(UNASSIGN, { account: account.id, assets });
      account.lose(gone.map(({ asset_id }) => asset_id));
      this.work.track(account);
    });
  }
}
