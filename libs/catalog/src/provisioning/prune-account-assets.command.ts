import { OPERATOR } from '@app/platform/auth';
import { Database, type Deleted, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnassignAssets } from '../accounts/unassign-assets.command.js';

/** Unassigns all other assets from the account. Foreign keys cascade to the data of other contexts. */
export class PruneAccountAssets extends Command<Deleted[]> {
  constructor(
    readonly accountId: string,
    /** asset ids */
    readonly keep: readonly string[],
  ) {
    super();
  }
}

const BEYOND = `select asset.id::text, asset.name
  from catalog.account_asset assigned join catalog.asset asset on asset.id = assigned.asset_id
  where assigned.account_id = :accountId and not asset.id = any (:keep::bigint[]) order by asset.id`;

@CommandHandler(PruneAccountAssets)
export class PruneAccountAssetsHandler implements ICommandHandler<PruneAccountAssets> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  execute({ accountId, keep }: PruneAccountAssets): Promise<Deleted[]> {
    return this.work.run(async () => {
      const beyond = await this.database.rows<Deleted>(BEYOND, { accountId, keep });
      const items = beyond.map(({ id }) => ({ assetId: id }));
      if (items.length > 0) await this.commands.execute(new UnassignAssets(OPERATOR, accountId, items));
      return beyond;
    });
  }
}
