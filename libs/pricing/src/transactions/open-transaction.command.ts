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

/** Opens a transaction, optionally with entries, and commits it at once if requested. */
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

/** Another transaction is open on the process; the sender may continue it. */
export class TransactionOpen extends Problem {
  constructor(
    /** undefined if it ended before it could be read */
    readonly transactionId: string | undefined,
  ) {
    super('conflict', 'transaction_open', 'A transaction is open on this process');
  }
}

/** Maximum attempts, because the conflicting transaction may end before it is read; then opening is retried. */
const ATTEMPTS = 20;

/** Another transaction is open on the process; rolls back the new one. */
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

  /** Frees the process if the conflicting transaction has expired but is not marked yet; otherwise rethrows the error. */
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

  /** Keeps the entries of a refused commit as those of a transaction with several requests. */
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
