import { type Ids } from '@app/platform/core';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactions } from './transaction.repository.js';

/** Aborts an open transaction: it expires at once, and its entries are never published. */
export class AbortTransaction extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
    readonly isDryRun = false,
  ) {
    super();
  }
}

@CommandHandler(AbortTransaction)
export class AbortTransactionHandler implements ICommandHandler<AbortTransaction> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
  ) {}

  execute({ ids, isDryRun }: AbortTransaction): Promise<void> {
    return this.work.run(async () => {
      const [process, id] = [ids.processId, ids.transactionId];
      const transaction = await this.transactions.lock({ assetId: ids.assetId, processId: process, id });
      transaction.abort(await this.clock.now());
      if (!isDryRun) await this.transactions.save(transaction);
    });
  }
}
