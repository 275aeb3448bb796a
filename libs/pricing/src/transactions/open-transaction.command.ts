import { type Ids } from '@app/platform/core';
import { Clock } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { STAGED } from '../deliveries/copy-entries.js';
import type { Delivery, EntryStream } from '../deliveries/delivery.js';
import { Processes } from '../processes/process.repository.js';
import { Ingest } from './ingest.js';
import type { IngestOptions } from './publish-options.js';
import { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult } from './transaction.dto.js';
import { Transactions } from './transaction.repository.js';

/** Opens a transaction, optionally with entries, and commits it at once if requested. */
export class OpenTransaction extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process'>,
    readonly entries: EntryStream | undefined,
    readonly commit: boolean,
    readonly options: IngestOptions,
  ) {
    super();
  }
}

@CommandHandler(OpenTransaction)
export class OpenTransactionHandler implements ICommandHandler<OpenTransaction> {
  constructor(
    private readonly ingest: Ingest,
    private readonly clock: Clock,
    private readonly processes: Processes,
    private readonly transactions: Transactions,
  ) {}

  execute(command: OpenTransaction): Promise<IngestResult> {
    return this.ingest.run(command, (delivery) => this.open(command, delivery));
  }

  private async open({ ids, commit, options }: OpenTransaction, delivery?: Delivery): Promise<IngestResult> {
    const { assetId, processId } = ids;
    const process = await this.processes.find({ assetId, id: processId });
    const now = await this.clock.now();
    const transaction = new PricingTransaction(assetId, processId, process.strategy, now, delivery?.transactionId);
    if (delivery) transaction.accept(delivery, now);
    if (commit) transaction.requireData();
    if (!options.isDryRun) await this.transactions.open(transaction, now);
    if (delivery) await this.ingest.store(delivery, transaction);
    const isStaged = delivery?.table === STAGED && delivery.entries > 0;
    return commit ? this.ingest.commit(transaction, now, options, { isStaged }) : this.ingest.stage(transaction, now);
  }
}
