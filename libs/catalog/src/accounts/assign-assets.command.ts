import { type Actor } from '@app/platform/auth';
import { Database, InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Assets } from '../assets/asset.repository.js';
import { Account } from './account.aggregate.js';

/** Assigns assets to an account. @returns how many were newly assigned */
export class AssignAssets extends Command<number> {
  constructor(
    readonly actor: Actor,
    readonly accountId: string,
    readonly items: readonly { assetId: string }[],
  ) {
    super();
  }
}

const ASSIGN = `insert into catalog.account_asset (account_id, asset_id)
  select distinct :account::bigint, asset_id from unnest(:assets::bigint[]) asset_id
  on conflict do nothing`;

@CommandHandler(AssignAssets)
export class AssignAssetsHandler implements ICommandHandler<AssignAssets> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly assets: Assets,
    private readonly database: Database,
  ) {}

  execute({ actor, accountId, items }: AssignAssets): Promise<number> {
    const assets = items.map(({ assetId }) => assetId);
    return this.work.run(async () => {
      await this.assets.lockNames(true);
      await this.accounts.lock({ id: accountId });
      await this.assets.requireVisible(items, actor);
      const assigned = await this.database.execute(ASSIGN, { account: accountId, assets });
      await this.assets.requireUniqueIn(accountId, assets);
      return assigned;
    });
  }
}
