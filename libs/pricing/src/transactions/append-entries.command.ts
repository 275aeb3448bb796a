import { Clock, type Ids } from '@app/platform/core';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/ingest-body.js';
import { ingest } from './ingest-pool.js';
import { PricePublisher } from './price-publisher.js';
import type { IngestResult } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';

/** Adds entries to an open transaction, or closes it, or both. */
export class AppendEntries extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
    readonly delivery: Delivery | undefined,
    readonly commit: boolean,
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
    return this.metrics.taking(delivery, commit, () => ingest(this.work, delivery, () => this.send(command)));
  }

  private async send({ ids, delivery, commit }: AppendEntries): Promise<IngestResult> {
    const transaction = await this.transactions.lock({
      assetId: ids.assetId,
      processId: ids.processId,
      id: ids.transactionId,
    });
    const now = await this.clock.now();
    transaction.requireOpen(now);
    if (delivery) {
      transaction.accept(delivery, now);
      await this.publisher.store(delivery, transaction);
    }
    if (commit) await this.publisher.publish(transaction, now);
    await this.transactions.save(transaction);
    return transaction.result(now);
  }
}
