import { Clock, conflict, type Problem } from '@app/platform/core';
import { type Scope } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/delivery.js';
import { Processes } from '../processes/process.repository.js';
import { ingest } from './ingest-lane.js';
import { Publication } from './publication.js';
import { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
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

/** What was in the way may have ended before it could be named: then it is not in the way any more. */
const ATTEMPTS = 20;

/** Another transaction is open on the process: what has been done for this one is undone. */
class ProcessTaken extends Error {}

@CommandHandler(OpenTransaction)
export class OpenTransactionHandler implements ICommandHandler<OpenTransaction> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly transactions: Transactions,
    private readonly publication: Publication,
    private readonly metrics: IngestMetrics,
  ) {}

  execute(command: OpenTransaction): Promise<IngestResult> {
    const { delivery, commit } = command;
    return this.metrics.taking(delivery, commit, () => this.take(command));
  }

  private async take(command: OpenTransaction): Promise<IngestResult> {
    const open = () => ingest(this.work, command.delivery, () => this.open(command));
    for (let attempt = 1; ; attempt++)
      try {
        return await open().catch((error: unknown) => this.freed(command, error).then(open));
      } catch (error) {
        if (!(error instanceof ProcessTaken)) throw error;
        const id = await this.transactions.openOne(command.scope);
        if (id !== undefined || attempt === ATTEMPTS) throw alreadyOpen(command, id);
      }
  }

  /** Goes on when what was in the way has expired and only the sweep has not been there yet; else the error stands. */
  private async freed({ scope }: OpenTransaction, error: unknown): Promise<void> {
    if (!(error instanceof ProcessTaken)) throw error;
    const expired = await this.work.run(async () => this.transactions.expireOverdue(scope, await this.clock.now()));
    if (!expired) throw error;
  }

  private async open({ scope, delivery, commit }: OpenTransaction): Promise<IngestResult> {
    const process = await this.processes.find({ assetId: scope.asset, id: scope.id('process') });
    const now = await this.clock.now();
    const transaction = new PricingTransaction(scope.asset, process.id, process.strategy, now, delivery?.transactionId);
    if (delivery) transaction.accept(delivery, now);
    if (commit) transaction.requireData();
    if (!(await this.transactions.addUnlessTaken(transaction))) throw new ProcessTaken();
    if (delivery) await this.publication.store(delivery, transaction);
    if (commit) {
      await this.publication.publish(transaction, now, delivery?.chosen);
      await this.transactions.save(transaction);
    }
    return transaction.result(now);
  }
}

/** Names the one that is in the way, so that its sender can go on with it. */
function alreadyOpen({ processUrl }: OpenTransaction, id: string | undefined): Problem {
  const problem = conflict('transaction_open', 'A transaction is open on this process');
  return id === undefined ? problem : problem.with({ Link: `<${processUrl}/transactions/${id}>; rel="transaction"` });
}
