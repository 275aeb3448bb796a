import { ReleaseProcess } from '@app/mapping/contract';
import { Database, type Deleted, prune, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Processes } from '../processes/process.repository.js';

/** Deletes all other processes of the asset with their prices. */
export class PruneProcesses extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

/** Waits for requests that add entries, which would be stored after those here are deleted. */
const HOLD_TRANSACTIONS = `select from pricing.transaction
  where asset_id = :asset and not process_id = any (:keep::bigint[]) and status = 'pending' order by id for update`;

/** Deletes entries explicitly: they have no foreign key to their transaction, because checking it would slow down every delivery. */
const DROP_ENTRIES = `delete from pricing.entry where asset_id = :asset and transaction_id in (
  select id from pricing.transaction where asset_id = :asset and not process_id = any (:keep::bigint[]))`;

@CommandHandler(PruneProcesses)
export class PruneProcessesHandler implements ICommandHandler<PruneProcesses> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly processes: Processes,
    private readonly commands: CommandBus,
  ) {}

  execute({ assetId, keep }: PruneProcesses): Promise<Deleted[]> {
    return this.work.run(async () => {
      const all = await this.processes.lockAll({ assetId }); // before their entries, in the lock order of commits
      const values = { asset: assetId, keep };
      await this.database.rows(HOLD_TRANSACTIONS, values);
      await this.database.execute(DROP_ENTRIES, values);
      for (const { id } of all) if (!keep.includes(id)) await this.commands.execute(new ReleaseProcess(assetId, id));
      return prune(this.processes, { assetId }, keep, ({ name }) => name);
    });
  }
}
