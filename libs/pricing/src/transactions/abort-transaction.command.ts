import { Clock } from '@app/platform/core';
import { type Scope } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Transactions } from './transaction.repository.js';

/** Gives up an open transaction: it is expired at once, its entries never show. */
export class AbortTransaction extends Command<void> {
  constructor(readonly scope: Scope) {
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

  execute({ scope }: AbortTransaction): Promise<void> {
    return this.work.run(async () => {
      const [process, id] = [scope.id('process'), scope.id('transaction')];
      const transaction = await this.transactions.lock({ assetId: scope.asset, processId: process, id });
      transaction.abort(await this.clock.now());
      await this.transactions.save(transaction);
    });
  }
}
