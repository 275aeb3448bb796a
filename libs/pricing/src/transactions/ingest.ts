import { throwIfInvalid } from '@app/platform/core';
import { Database, LIMITS, type PoolPartition, runOrDryRun, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { copyEntries, type EntryTable } from '../deliveries/copy-entries.js';
import type { Delivery, EntryStream, Target } from '../deliveries/delivery.js';
import { receiveEntries } from '../deliveries/receive-entries.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { CommitReports, GuardRefusedError } from './commit-report.js';
import { PricePublisher } from './price-publisher.js';
import { type IngestOptions, validateOptions } from './publish-options.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import type { IngestResult, TransactionState } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';
import { Transactions } from './transaction.repository.js';

/** Deliveries are long and arrive together, so they queue for a quarter of the connections. */
export const INGEST: PoolPartition = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

/** The number of stored entries of the unit that has the most. */
const LARGEST_UNIT = (table: EntryTable) => `select provider_id as provider, count(*)::int as entries from ${table}
  where asset_id = :asset and transaction_id = :transaction group by provider_id order by entries desc limit 1`;

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
    private readonly publisher: PricePublisher,
    private readonly reports: CommitReports,
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
      const isDryRun = options.isDryRun ?? false;
      const run = () =>
        runOrDryRun(
          isDryRun,
          (whole) => this.transact(delivery, whole),
          () => work(delivery),
        );
      return await (isDryRun ? run() : this.metrics.measure(delivery, commit, run));
    } finally {
      delivery?.early?.giveUp(); // does nothing if the copy was used
    }
  }

  /** Runs the work in the unit of work that copied the entries while they arrived, or else in a new one. */
  private transact<T>(delivery: Delivery | undefined, work: () => Promise<T>): Promise<T> {
    const alone = () => this.work.run(work, INGEST);
    return delivery?.early ? delivery.early.finish(work, alone) : alone();
  }

  /**
   * Stores the entries of a delivery, unless they were copied while they arrived.
   * @throws Problem if the transaction then has too many entries of one unit
   */
  async store({ entries, rows, early, table }: Delivery, transaction: PricingTransaction): Promise<void> {
    if (entries > 0 && !early?.isCopied) await copyEntries(this.database, rows, table);
    if (!transaction.mayExceedUnit) return;
    const values = { asset: transaction.assetId, transaction: transaction.id };
    const [unit] = await this.database.rows<{ provider: string; entries: number }>(LARGEST_UNIT(table), values);
    if (unit) transaction.boundUnit(unit.provider, unit.entries);
  }

  /** Keeps the transaction open. */
  async stage(transaction: PricingTransaction, now: Date): Promise<IngestResult> {
    await this.transactions.save(transaction);
    return { ...transaction.result(now), report: await this.reports.staged(transaction) };
  }

  /**
   * Publishes the entries of the transaction. If the guard refuses them, the transaction keeps them and stays open.
   * @param isStaged whether they are in the temporary table
   * @param before the transaction before the request, for a dry run
   */
  async commit(
    transaction: PricingTransaction,
    now: Date,
    options: IngestOptions,
    { isStaged = false, before }: { isStaged?: boolean; before?: TransactionState },
  ): Promise<IngestResult> {
    try {
      const report = await this.work.savepoint(() => this.publish(transaction, now, options, isStaged));
      if (options.isDryRun) return { ...before, report: { ...report, dry_run: true } };
      await this.transactions.save(transaction);
      return { ...transaction.result(now), report };
    } catch (error) {
      if (!(error instanceof GuardRefusedError)) throw error;
      transaction.refuse();
      await this.publisher.keep(transaction, isStaged);
      await this.transactions.save(transaction);
      return { ...transaction.result(now), report: error.report, rejection: error.problem };
    }
  }

  /** A transaction that never received an array ends without publishing, because senders expect a commit to close it. */
  private async publish(
    transaction: PricingTransaction,
    now: Date,
    options: IngestOptions,
    isStaged: boolean,
  ): Promise<IngestReport> {
    if (!transaction.isEmpty) return this.publisher.publish(transaction, now, isStaged, options);
    transaction.abort(now);
    return this.reports.nothing(transaction);
  }
}
