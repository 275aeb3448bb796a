import { ReleaseProcess } from '@app/mapping/contract';
import type { Ids } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { type Deletion, type DeletionOptions, Deletions } from '@app/platform/resources';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { PricingProcess } from './process.aggregate.js';

/** Deletes a process with its prices; maps of embeds no longer show it. */
export class DeleteProcess extends Command<Deletion> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly options: DeletionOptions,
  ) {
    super();
  }
}

/** Waits for requests that add entries, which would be stored after those here are deleted. */
const HOLD_TRANSACTIONS = `select from pricing.transaction
  where asset_id = :asset and process_id = :process and status = 'pending' for update`;

/** Deletes entries explicitly: they have no foreign key to their transaction, because checking it would slow down every delivery. */
const DROP_ENTRIES = `delete from pricing.entry where asset_id = :asset and transaction_id in (
  select id from pricing.transaction where asset_id = :asset and process_id = :process)`;

@CommandHandler(DeleteProcess)
export class DeleteProcessHandler implements ICommandHandler<DeleteProcess> {
  constructor(
    private readonly deletions: Deletions,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  execute({ ids: { assetId, processId }, options }: DeleteProcess): Promise<Deletion> {
    return this.deletions.run(PricingProcess, { assetId, id: processId }, options, {
      clearReferences: async () => {
        const count = await this.commands.execute(new ReleaseProcess(assetId, processId));
        return count > 0 ? [{ resource: 'embed_map', count }] : [];
      },
      beforeDelete: async () => {
        const values = { asset: assetId, process: processId };
        await this.database.rows(HOLD_TRANSACTIONS, values);
        await this.database.execute(DROP_ENTRIES, values);
      },
    });
  }
}
