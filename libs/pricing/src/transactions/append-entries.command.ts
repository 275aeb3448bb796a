import { Clock, type Ids } from '@app/platform/core';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery, EntryStream } from '../entries/delivery.js';
import { EntryStore } from './entry-store.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { Ingest, type IngestOptions, Preview } from './ingest.js';
import { PricePublisher } from './price-publisher.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { Transactions } from './transaction.repository.js';
import { UnpublishedReports } from './unpublished-reports.js';

/** Adds entries to an open transaction, commits it, or both. */
export class AppendEntries extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
    readonly entries: EntryStream | undefined,
    readonly commit: boolean,
    readonly options: IngestOptions = {},
  ) {
    super();
  }
}

@CommandHandler(AppendEntries)
export class AppendEntriesHandler implements ICommandHandler<AppendEntries> {
  constructor(
    private readonly ingest: Ingest,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly store: EntryStore,
    private readonly publisher: PricePublisher,
    private readonly reports: UnpublishedReports,
  ) {}

  execute(command: AppendEntries): Promise<IngestResult> {
    return this.ingest.run(
      command,
      (delivery) => this.ingest.within(delivery, () => this.send(command, delivery)),
      (delivery) => this.ingest.within(undefined, () => this.keep(command, delivery)),
    );
  }

  private async send(command: AppendEntries, delivery: Delivery | undefined): Promise<IngestResult> {
    const { transaction, now, before } = await this.accept(command, delivery);
    const report = await this.conclude(transaction, now, command);
    if (command.options.isDryRun) throw new Preview(before, report);
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }

  private async keep(command: AppendEntries, delivery: Delivery | undefined): Promise<IngestResult> {
    const { transaction, now } = await this.accept(command, delivery);
    transaction.refuse();
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report: await this.reports.preview(transaction) };
  }

  private async accept({ ids }: AppendEntries, delivery: Delivery | undefined) {
    const transaction = await this.transactions.lock({
      assetId: ids.assetId,
      processId: ids.processId,
      id: ids.transactionId,
    });
    const now = await this.clock.now();
    transaction.requireOpen(now);
    const before = transaction.result(now);
    if (delivery) {
      transaction.accept(delivery, now);
      await this.store.storeDelivery(delivery, transaction);
    }
    return { transaction, now, before };
  }

  /** Commits a transaction that never received an array: it ends without publishing, because senders expect a commit to close it. */
  private async conclude(
    transaction: PricingTransaction,
    now: Date,
    { commit, options }: AppendEntries,
  ): Promise<IngestReport> {
    if (!commit) return this.reports.preview(transaction);
    if (!transaction.isEmpty) return this.publisher.publish(transaction, now, undefined, options);
    transaction.abort(now);
    return this.reports.nothing(transaction);
  }
}
