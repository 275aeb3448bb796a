import { Clock } from '@app/platform/core';
import { type Scope } from '@app/platform/auth';
import { UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '../entries/delivery.js';
import { ingest } from './ingest-lane.js';
import { Publication } from './publication.js';
import type { IngestResult } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';

/** Adds entries to an open transaction, or closes it, or both. */
export class SendData extends Command<IngestResult> {
  constructor(
    readonly scope: Scope,
    readonly delivery: Delivery | undefined,
    readonly commit: boolean,
  ) {
    super();
  }
}

@CommandHandler(SendData)
export class SendDataHandler implements ICommandHandler<SendData> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly clock: Clock,
    private readonly transactions: Transactions,
    private readonly publication: Publication,
    private readonly metrics: IngestMetrics,
  ) {}

  execute(command: SendData): Promise<IngestResult> {
    const { delivery, commit } = command;
    return this.metrics.taking(delivery, commit, () => ingest(this.work, delivery, () => this.send(command)));
  }

  private async send({ scope, delivery, commit }: SendData): Promise<IngestResult> {
    const transaction = await this.transactions.lock({
      assetId: scope.asset,
      processId: scope.id('process'),
      id: scope.id('transaction'),
    });
    const now = await this.clock.now();
    transaction.requireOpen(now);
    if (delivery) {
      transaction.accept(delivery, now);
      await this.publication.store(delivery, transaction);
    }
    if (commit) await this.publication.publish(transaction, now);
    await this.transactions.save(transaction);
    return transaction.result(now);
  }
}
