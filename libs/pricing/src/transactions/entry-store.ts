import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { copyEntries, SENT_COLUMNS, type SentEntries } from '../entries/copy-entries.js';
import type { DataSetRows, Delivery } from '../entries/delivery.js';
import { type ReadBack, readBack } from '../entries/read-back.js';
import type { SetDifference } from '../entries/set-comparison.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import { type Differences, EntryComparison } from '../publications/entry-comparison.js';

/** The unit with the most entries in a transaction. */
const LARGEST = `select entry.provider_id as provider, count(*)::int as entries from pricing.entry entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
  group by entry.provider_id order by entries desc limit 1`;

/** How the entries of a data set were stored. */
export interface Stored {
  /** generation in which they are live */
  generation: string;
  differences: Differences;
  /** number of closed entries of the generation; undefined for a new generation */
  removed?: number;
  /** difference to the previously live generation, if known */
  known?: { difference: SetDifference; before: string };
}

/** A complete data set. */
export interface DataSetOf extends Partial<DataSetRows>, Pick<Delivery, 'table' | 'early'> {
  entries: number;
  /** whether its rows are those of an open transaction */
  isStored?: boolean;
}

export const unchanged = (process: PricingProcess): Stored => ({
  generation: process.published!,
  differences: EntryComparison.none,
});

/** Stores deliveries, and the difference between a data set and the live one. */
@Injectable()
export class EntryStore {
  constructor(
    private readonly database: Database,
    private readonly comparison: EntryComparison,
  ) {}

  /**
   * Stores a delivery, unless its rows are stored already.
   * @throws Problem if the transaction then has too many entries of one unit
   */
  async storeDelivery(delivery: Delivery, transaction: PricingTransaction): Promise<void> {
    const { entries, rows, early, table } = delivery;
    if (transaction.mayExceedUnit) delivery.difference = undefined;
    if (delivery.difference) return; // the commit copies the difference
    if (entries > 0 && !early?.isCopied) await copyEntries(this.database, rows, table);
    if (!transaction.mayExceedUnit) return;
    const { assetId: asset, id } = transaction;
    const largest = LARGEST.replace('pricing.entry', table);
    const [unit] = await this.database.rows<{ provider: string; entries: number }>(largest, { asset, transaction: id });
    if (unit) transaction.boundUnit(unit.provider, unit.entries);
  }

  /** Stores all entries of a delivery whose commit was refused. */
  async keep({ entries, rows, early, table }: Delivery): Promise<void> {
    const isKept = early?.isCopied && table === 'pricing.entry';
    if (entries > 0 && !isKept) await copyEntries(this.database, rows, 'pricing.entry');
  }

  /** Reads the entries of an open transaction to compare them in the service. @returns undefined if Postgres must compare them */
  async readBack(
    { assetId, id, dataSet }: PricingTransaction,
    { liveSet }: PricingProcess,
    now: Date,
  ): Promise<(DataSetOf & ReadBack) | undefined> {
    const read = await readBack(this.database, { assetId, transactionId: id, ...dataSet }, liveSet, now);
    return read && { ...read, table: 'pricing.entry', entries: dataSet.entries, isStored: true };
  }

  /** Stores the difference to the live entries, or all entries as a new generation. */
  async storeSet(sent: SentEntries, process: PricingProcess, delivery?: DataSetOf): Promise<Stored> {
    const { published } = process;
    const differences = EntryComparison.none;
    const { difference } = delivery ?? {};
    if (published !== null && difference?.publication === process.publication)
      return this.storeKnown(sent, process as PricingProcess & { published: string }, delivery!, difference);
    // Another data set was published since.
    if (difference && !delivery!.early?.isCopied) await copyEntries(this.database, delivery!.rows!, delivery!.table);
    if (published === null) {
      await this.comparison.storeAll(sent);
      return { generation: sent.transactionId, differences };
    }
    const { added, removed } = await this.comparison.compare(sent, published);
    if (!process.needsNewGeneration(added, removed)) {
      await this.comparison.storeDifference(sent, published, process.nextPublication);
      return { generation: published, differences, removed };
    }
    await this.comparison.storeAll(sent);
    return { generation: sent.transactionId, differences };
  }

  /** Stores a data set that was compared in the service. */
  private async storeKnown(
    { assetId, transactionId }: SentEntries,
    process: PricingProcess & { published: string },
    { rows, index, early, isStored }: DataSetOf,
    difference: SetDifference,
  ): Promise<Stored> {
    const { added, removed } = difference;
    const { published: before, nextPublication: publication } = process;
    const stored = { differences: EntryComparison.none, known: { difference, before } };
    if (early?.isCopied || process.needsNewGeneration(added.length, removed)) {
      if (!early?.isCopied && !isStored) await copyEntries(this.database, rows!, 'pricing.entry');
      return { ...stored, generation: transactionId };
    }
    const changed = index!.copyOf(added, rows!, before, Number(publication));
    await copyEntries(this.database, changed, 'pricing.entry', `${SENT_COLUMNS}, since`);
    await this.comparison.close(assetId, { generation: before, publication }, await difference.named());
    return { ...stored, generation: before, removed };
  }

  differences(sent: SentEntries, { generation, known }: Stored, limit: number | null): Promise<Differences> {
    if (!known) return this.comparison.report(sent, limit);
    const { difference, before } = known;
    return this.comparison.reportKnown(sent, limit, difference, { generation, before });
  }
}
