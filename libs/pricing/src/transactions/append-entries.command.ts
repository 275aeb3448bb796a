import { Clock, type Ids } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/ingest-body.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { ingest, type IngestOptions, Preview, unlessPreview } from './ingest-pool.js';
import { PricePublisher } from './price-publisher.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';

/** Adds entries to an open transaction, or closes it, or both. */
export class AppendEntries extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
    readonly delivery: Delivery | undefined,
    readonly commit: boolean,
    readonly options: IngestOptions = {},
  ) {
    super();
  }
}

@CommandHandler(AppendEntries)
export class AppendEntriesHandler implements ICommandHandler<AppendEntries> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly publisher: PricePublisher,
    private readonly metrics: IngestMetrics,
  ) {}

  execute(command: AppendEntries): Promise<IngestResult> {
    const { delivery, commit } = command;
    const send = () => ingest(this.work, delivery, () => this.send(command));
    return unlessPreview(this.metrics.taking(delivery, commit, send));
  }

  private async send(command: AppendEntries): Promise<IngestResult> {
    const { ids, delivery, options } = command;
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
      await this.publisher.store(delivery, transaction);
    }
    const report = await this.conclude(transaction, now, command);
    if (options.isDryRun) throw new Preview(before, report);
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }
  /** A commit of what never got an array ends it and publishes nothing: its sender relies on that a commit closes. */
  private async conclude(
    transaction: PricingTransaction,
    now: Date,
    { commit, options }: AppendEntries,
  ): Promise<IngestReport> {
    if (!commit) return this.publisher.preview(transaction);
    if (!transaction.isEmpty) return this.publisher.publish(transaction, now, undefined, options);
    transaction.abort(now);
    return this.publisher.nothing(transaction);
  }
}
