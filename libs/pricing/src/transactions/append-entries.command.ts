import { Clock, type Ids } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/ingest-body.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { unlessRefused } from './guard-refused.js';
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
    const keep = () => ingest(this.work, undefined, () => this.keep(command));
    return unlessPreview(this.metrics.taking(delivery, commit, () => unlessRefused(send, keep)));
  }

  private async send(command: AppendEntries): Promise<IngestResult> {
    const { transaction, now, before } = await this.take(command);
    const report = await this.conclude(transaction, now, command);
    if (command.options.isDryRun) throw new Preview(before, report);
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report };
  }

  /** The same without the commit, which was refused. */
  private async keep(command: AppendEntries): Promise<IngestResult> {
    const { transaction, now } = await this.take(command);
    transaction.refuse();
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report: await this.publisher.preview(transaction) };
  }

  private async take({ ids, delivery }: AppendEntries) {
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
    return { transaction, now, before };
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
