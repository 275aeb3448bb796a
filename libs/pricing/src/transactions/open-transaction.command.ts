import { Clock, type Ids, Problem } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/ingest-body.js';
import { Processes } from '../processes/process.repository.js';
import { unlessRefused } from './guard-refused.js';
import { ingest, type IngestOptions, Preview, unlessPreview } from './ingest-pool.js';
import { PricePublisher } from './price-publisher.js';
import { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';

/** Opens a transaction, with the first entries if there are any, and publishes it at once if it is complete. */
export class OpenTransaction extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly delivery: Delivery | undefined,
    readonly commit: boolean,
    readonly options: IngestOptions = {},
  ) {
    super();
  }
}

/** Another transaction is open on the process: its sender may go on with it. */
export class TransactionOpen extends Problem {
  constructor(
    /** undefined when it ended before it could be named */
    readonly transactionId: string | undefined,
  ) {
    super('conflict', 'transaction_open', 'A transaction is open on this process');
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
    private readonly publisher: PricePublisher,
    private readonly metrics: IngestMetrics,
  ) {}

  execute(command: OpenTransaction): Promise<IngestResult> {
    const { delivery, commit } = command;
    const send = () => this.take(command);
    return unlessPreview(this.metrics.taking(delivery, commit, () => unlessRefused(send, () => this.keep(command))));
  }

  /** The same without the commit, which was refused: what has to outlive this request is stored as of several. */
  private keep({ ids, delivery }: OpenTransaction): Promise<IngestResult> {
    const kept =
      delivery && ({ ...delivery, early: undefined, difference: undefined, table: 'pricing.entry' } as const);
    return this.take(new OpenTransaction(ids, kept, false), (transaction) => transaction.refuse());
  }

  private async take(
    command: OpenTransaction,
    mark?: (transaction: PricingTransaction) => void,
  ): Promise<IngestResult> {
    const open = () => ingest(this.work, command.delivery, () => this.open(command, mark));
    for (let attempt = 1; ; attempt++)
      try {
        return await open().catch((error: unknown) => this.freed(command, error).then(open));
      } catch (error) {
        if (!(error instanceof ProcessTaken)) throw error;
        const id = await this.transactions.openOne(command.ids);
        if (id !== undefined || attempt === ATTEMPTS) throw new TransactionOpen(id);
      }
  }

  /** Goes on when what was in the way has expired and only the sweep has not been there yet; else the error stands. */
  private async freed({ ids }: OpenTransaction, error: unknown): Promise<void> {
    if (!(error instanceof ProcessTaken)) throw error;
    const expired = await this.work.run(async () => this.transactions.expireOverdue(ids, await this.clock.now()));
    if (!expired) throw error;
  }

  private async open(
    { ids, delivery, commit, options }: OpenTransaction,
    mark?: (transaction: PricingTransaction) => void,
  ): Promise<IngestResult> {
    const process = await this.processes.find({ assetId: ids.assetId, id: ids.processId });
    const now = await this.clock.now();
    const transaction = new PricingTransaction(ids.assetId, process.id, process.strategy, now, delivery?.transactionId);
    if (delivery) transaction.accept(delivery, now);
    mark?.(transaction);
    if (commit) transaction.requireData();
    if (!options.isDryRun && !(await this.transactions.addUnlessTaken(transaction))) throw new ProcessTaken();
    if (delivery) await this.publisher.store(delivery, transaction);
    if (!commit) return { ...transaction.result(now), report: await this.publisher.preview(transaction) };
    const report = await this.publisher.publish(transaction, now, delivery, options);
    if (options.isDryRun) throw new Preview(undefined, report);
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }
}
