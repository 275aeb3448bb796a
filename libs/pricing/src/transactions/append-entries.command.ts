import { type Ids } from '@app/platform/core';
import { Clock } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery, EntryStream } from '../deliveries/delivery.js';
import { Ingest } from './ingest.js';
import type { IngestOptions } from './publish-options.js';
import type { IngestResult } from './transaction.dto.js';
import { Transactions } from './transaction.repository.js';

/** Adds entries to an open transaction, commits it, or both. */
export class AppendEntries extends Command<IngestResult> {
  constructor(
    readonly ids: Ids<'asset' | 'process' | 'transaction'>,
    readonly entries: EntryStream | undefined,
    readonly commit: boolean,
    readonly options: IngestOptions,
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
  ) {}

  execute(command: AppendEntries): Promise<IngestResult> {
    return this.ingest.run(command, (delivery) => this.append(command, delivery));
  }

  private async append({ ids, commit, options }: AppendEntries, delivery?: Delivery): Promise<IngestResult> {
    const { assetId, processId, transactionId: id } = ids;
    const transaction = await this.transactions.lock({ assetId, processId, id });
    const now = await this.clock.now();
    transaction.requireOpen(now);
    const before = transaction.result(now);
    if (delivery) {
      transaction.accept(delivery, now);
      await this.ingest.store(delivery, transaction);
    }
    return commit ? this.ingest.commit(transaction, now, options, { before }) : this.ingest.stage(transaction, now);
  }
}
