import { throwIfInvalid } from '@app/platform/core';
import { Database, LIMITS, type PoolPartition, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { Delivery, EntryStream, Target } from '../entries/delivery.js';
import { receiveEntries } from '../entries/receive-entries.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { EntryStore } from './entry-store.js';
import { GuardRefusedError } from './guard-refused.js';
import { Preview, unlessPreview } from './preview.js';
import { PricePublisher } from './price-publisher.js';
import { type IngestOptions, validateOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult, TransactionState } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';
import { UnpublishedReports } from './unpublished-reports.js';

/** Deliveries are long and arrive together, so they queue for a quarter of the connections. */
export const INGEST: PoolPartition = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

/** The members that the ingest commands share. */
interface Ingesting extends Target {
  entries: EntryStream | undefined;
  options: IngestOptions;
}

/** The steps that the ingest commands share. */
@Injectable()
export class Ingest {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly store: EntryStore,
    private readonly publisher: PricePublisher,
    private readonly reports: UnpublishedReports,
    private readonly metrics: IngestMetrics,
  ) {}

  /**
   * Receives the entries of a request, and does the work with them in one unit of work.
   * @throws Problem if the entries or the options are invalid
   */
  async run(
    { entries, options, ...target }: Ingesting,
    work: (delivery: Delivery | undefined) => Promise<IngestResult>,
  ): Promise<IngestResult> {
    const { commit } = target;
    const early = this.database.inTransaction ? undefined : this.work; // an early copy uses its own connection
    const received = entries && (await receiveEntries(entries, target, this.database, early));
    const delivery = received?.delivery;
    try {
      throwIfInvalid(received);
      validateOptions(commit, options);
      const whole = () => work(delivery);
      const alone = () => this.work.run(whole, INGEST);
      const run = () => (delivery?.early ? delivery.early.finish(whole, alone) : alone());
      return await unlessPreview(this.metrics.measure(delivery, commit, run));
    } finally {
      delivery?.early?.giveUp(); // does nothing if the copy was used
    }
  }

  /** Keeps the transaction open. */
  async stage(transaction: PricingTransaction, now: Date): Promise<IngestResult> {
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report: await this.reports.preview(transaction) };
  }

  /**
   * Publishes the entries of the transaction. If the guard refuses them, the transaction keeps them and stays open.
   * @param delivery the delivery with all entries, if there was only one
   * @param before the transaction before the request, for a dry run
   */
  async commit(
    transaction: PricingTransaction,
    now: Date,
    options: IngestOptions,
    { delivery, before }: { delivery?: Delivery | undefined; before?: TransactionState },
  ): Promise<IngestResult> {
    try {
      const report = await this.work.savepoint(() => this.publish(transaction, now, options, delivery));
      if (options.isDryRun) throw new Preview(before, report);
      await this.transactions.save(transaction);
      return { ...transaction.result(now), report };
    } catch (error) {
      if (!(error instanceof GuardRefusedError)) throw error;
      transaction.refuse();
      if (delivery) await this.store.keep(delivery);
      await this.transactions.save(transaction);
      return { ...transaction.result(now), report: error.report, rejection: error.problem };
    }
  }

  /** A transaction that never received an array ends without publishing, because senders expect a commit to close it. */
  private async publish(
    transaction: PricingTransaction,
    now: Date,
    options: IngestOptions,
    delivery: Delivery | undefined,
  ): Promise<IngestReport> {
    if (!transaction.isEmpty) return this.publisher.publish(transaction, now, delivery, options);
    transaction.abort(now);
    return this.reports.nothing(transaction);
  }
}
