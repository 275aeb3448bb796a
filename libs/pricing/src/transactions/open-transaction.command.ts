import { Clock, conflict, type Scope, UnitOfWork, violatedConstraint, type Problem } from '@app/kernel';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/delivery.js';
import { Processes } from '../processes/process.repository.js';
import { INGEST } from './ingest-lane.js';
import { Publication } from './publication.js';
import { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { Transactions } from './transaction.repository.js';

/** Opens a transaction, with the first entries if there are any, and publishes it at once if it is complete. */
export class OpenTransaction extends Command<IngestResult> {
  constructor(
    readonly scope: Scope,
    readonly delivery: Delivery | undefined,
    readonly commit: boolean,
    /** absolute address of the process */
    readonly processUrl: string,
  ) {
    super();
  }
}

@CommandHandler(OpenTransaction)
export class OpenTransactionHandler implements ICommandHandler<OpenTransaction> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly transactions: Transactions,
    private readonly publication: Publication,
  ) {}

  async execute(command: OpenTransaction): Promise<IngestResult> {
    try {
      return await this.work.run(() => this.open(command), INGEST);
    } catch (error) {
      if (violatedConstraint(error) === 'transaction_open') throw await this.alreadyOpen(command);
      throw error;
    }
  }

  private async open({ scope, delivery, commit }: OpenTransaction): Promise<IngestResult> {
    const process = await this.processes.find({ assetId: scope.asset, id: scope.id('process') });
    const now = await this.clock.now();
    await this.transactions.expireOverdue(scope, now);
    const transaction = new PricingTransaction(scope.asset, process.id, process.strategy, now);
    if (delivery) transaction.accept(delivery.count, now);
    if (commit) transaction.requireData();
    await this.transactions.add(transaction);
    if (delivery) await this.publication.store(transaction, delivery);
    if (commit) {
      await this.publication.publish(transaction);
      await this.transactions.save(transaction);
    }
    return transaction.result(now);
  }

  /** Names the one that is in the way, so that its sender can go on with it. */
  private async alreadyOpen({ scope, processUrl }: OpenTransaction): Promise<Problem> {
    const problem = conflict('transaction_open', 'A transaction is open on this process');
    const id = await this.transactions.openOne(scope);
    return id === undefined ? problem : problem.with({ Link: `<${processUrl}/transactions/${id}>; rel="transaction"` });
  }
}
