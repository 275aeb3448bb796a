import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Accounts } from '../accounts/account.repository.js';
import type { Gone } from './declared.value.js';

/** Assets beyond these are no longer the account's; what other contexts hang on that goes with it. */
export class PruneAccountAssets extends Command<Gone[]> {
  constructor(
    readonly accountId: string,
    /** ids */
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const UNASSIGN = `with gone as (
    delete from catalog.account_asset where account_id = :accountId and not asset_id = any (:keep::bigint[]) returning asset_id
  ) select asset.id::text, asset.name from gone join catalog.asset asset on asset.id = gone.asset_id order by asset.id`;

@CommandHandler(PruneAccountAssets)
export class PruneAccountAssetsHandler implements ICommandHandler<PruneAccountAssets> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly accounts: Accounts,
  ) {}

  execute({ accountId, keep }: PruneAccountAssets): Promise<Gone[]> {
    return this.work.run(async () => {
      const account = await this.accounts.lock({ id: accountId });
      const gone = await this.database.rows<Gone>(UNASSIGN, { accountId, keep });
      account.lose(gone.map(({ id }) => id));
      this.work.track(account);
      return gone;
    });
  }
}
