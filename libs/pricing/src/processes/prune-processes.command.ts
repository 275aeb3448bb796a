import { DeclaredRows, type Gone } from '@app/catalog/contract';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** Deletes the asset's processes beyond these ids, with all their prices. */
export class PruneProcesses extends Command<Gone[]> {
  constructor(
    readonly assetId: string,
    readonly keep: readonly string[],
  ) {
    super();
  }
}

/** Entries name their transaction without a key: checking it would cost every delivery. */
const DROP_ENTRIES = `delete from pricing.entry where asset_id = :asset and transaction_id in (
  select id from pricing.transaction where asset_id = :asset and not process_id = any (:keep::bigint[]))`;

@CommandHandler(PruneProcesses)
export class PruneProcessesHandler implements ICommandHandler<PruneProcesses> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly declared: DeclaredRows,
  ) {}

  execute({ assetId, keep }: PruneProcesses): Promise<Gone[]> {
    return this.work.run(async () => {
      await this.database.execute(DROP_ENTRIES, { asset: assetId, keep });
      return this.declared.prune({ table: 'pricing.process', key: ['name'] }, assetId, keep);
    });
  }
}
