import { Clock, type Ids, Problem } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery, EntryStream } from '../entries/delivery.js';
import { Processes } from '../processes/process.repository.js';
import { EntryStore } from './entry-store.js';
import { Ingest, type IngestOptions, Preview } from './ingest.js';
import { PricePublisher } from './price-publisher.js';
import { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { Transactions } from './transaction.repository.js';
import { UnpublishedReports } from './unpublished-reports.js';

/** Opens a transaction, with the first entries if there are any, and publishes it at once if it is complete. */
export class OpenTransaction extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly entries: EntryStream | undefined,
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
    private readonly ingest: Ingest,
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly transactions: Transactions,
    private readonly store: EntryStore,
    private readonly publisher: PricePublisher,
    private readonly reports: UnpublishedReports,
  ) {}

  execute(command: OpenTransaction): Promise<IngestResult> {
    const { ids } = command;
    return this.ingest.run(
      command,
      (delivery) => this.unlessTaken(ids, () => this.ingest.within(delivery, () => this.open(command, delivery))),
      (delivery) => this.unlessTaken(ids, () => this.ingest.within(undefined, () => this.keep(ids, delivery))),
    );
  }

  private async unlessTaken<T>(ids: OpenTransaction['ids'], open: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await open().catch((error: unknown) => this.freed(ids, error).then(open));
      } catch (error) {
        if (!(error instanceof ProcessTaken)) throw error;
        const id = await this.transactions.openOne(ids);
        if (id !== undefined || attempt === ATTEMPTS) throw new TransactionOpen(id);
      }
  }

  /** Goes on when what was in the way has expired and only the sweep has not been there yet; else the error stands. */
  private async freed(ids: OpenTransaction['ids'], error: unknown): Promise<void> {
    if (!(error instanceof ProcessTaken)) throw error;
    const expired = await this.work.run(async () => this.transactions.expireOverdue(ids, await this.clock.now()));
    if (!expired) throw error;
  }

  private async open({ ids, commit, options }: OpenTransaction, delivery?: Delivery): Promise<IngestResult> {
    const { transaction, now } = await this.begin(ids, delivery);
    if (commit) transaction.requireData();
    if (!options.isDryRun) await this.add(transaction);
    if (delivery) await this.store.storeDelivery(delivery, transaction);
    if (!commit) return { ...transaction.result(now), report: await this.reports.preview(transaction) };
    const report = await this.publisher.publish(transaction, now, delivery, options);
    if (options.isDryRun) throw new Preview(undefined, report);
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }

  /** What has to outlive a commit that was refused is stored as of several requests. */
  private async keep(ids: OpenTransaction['ids'], delivery?: Delivery): Promise<IngestResult> {
    const { transaction, now } = await this.begin(ids, delivery);
    transaction.refuse();
    await this.add(transaction);
    const stored = { early: undefined, difference: undefined, table: 'pricing.entry' } as const;
    if (delivery) await this.store.storeDelivery({ ...delivery, ...stored }, transaction);
    return { ...transaction.result(now), report: await this.reports.preview(transaction) };
  }

  private async begin({ assetId, processId }: OpenTransaction['ids'], delivery?: Delivery) {
    const process = await this.processes.find({ assetId, id: processId });
    const now = await this.clock.now();
    const transaction = new PricingTransaction(assetId, processId, process.strategy, now, delivery?.transactionId);
    if (delivery) transaction.accept(delivery, now);
    return { transaction, now };
  }

  private async add(transaction: PricingTransaction): Promise<void> {
    if (!(await this.transactions.addUnlessTaken(transaction))) throw new ProcessTaken();
  }
}
