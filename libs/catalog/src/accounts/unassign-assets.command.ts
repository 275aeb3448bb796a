import { type Actor } from '@app/platform/auth';
import { Database, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Assets } from '../assets/asset.repository.js';
import { Account } from './account.aggregate.js';

/** Unassigns assets from an account. Foreign keys cascade to the data of other contexts. */
export class UnassignAssets extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly accountId: string,
    readonly items: readonly { assetId: string }[],
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
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly assets: Assets,
    private readonly database: Database,
  ) {}

  execute({ actor, accountId, items }: UnassignAssets): Promise<void> {
    const assets = items.map(({ assetId }) => assetId);
    return this.work.run(async () => {
      const account = await this.accounts.lock({ id: accountId });
      await this.assets.requireVisible(items, actor);
      const unassigned = await this.database.rows<{ asset_id: string }>(UNASSIGN, { account: account.id, assets });
      account.recordUnassigned(unassigned.map(({ asset_id }) => asset_id));
      this.work.track(account);
    });
  }
}
