import { Database } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { copyEntries, SENT_COLUMNS, type SentEntries } from '../entries/copy-entries.js';
import type { DataSetRows, Delivery } from '../entries/delivery.js';
import type { SetDifference } from '../entries/set-comparison.js';
import { largestUnit } from '../entries/unit-sizes.js';
import type { PricingProcess } from '../processes/process.aggregate.js';
import type { PricingTransaction } from './transaction.aggregate.js';
import { type Differences, EntryComparison } from '../publications/entry-comparison.js';

/** How a data set was stored. */
export interface StoredDataSet {
  /** generation in which its entries are live */
  generation: string;
  /** number of closed entries of the generation; undefined for a new generation */
  removed?: number;
  /**
   * Reports the difference to the data set that was live before; call it after units are matched.
   * @param limit maximum price change in percent
   */
  differences(limit: number | null): Promise<Differences>;
}

/** A complete data set. */
export interface DataSetOf extends Partial<DataSetRows>, Pick<Delivery, 'table' | 'early' | 'isStored'> {
  entries: number;
}

const none = () => Promise.resolve(EntryComparison.none);

/** How a data set that equals the live one is stored already. */
export const unchanged = ({ published }: PricingProcess): StoredDataSet => ({
  generation: published!,
  differences: none,
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
    delivery.isStored = false;
    if (transaction.mayExceedUnit) delivery.difference = undefined;
    if (delivery.difference) return; // the commit copies the difference
    if (entries > 0 && !early?.isCopied) await copyEntries(this.database, rows, table);
    delivery.isStored = table === 'pricing.entry';
    if (!transaction.mayExceedUnit) return;
    const { assetId: asset, id } = transaction;
    const unit = await largestUnit(this.database, table, { asset, transaction: id });
    if (unit) transaction.boundUnit(unit.provider, unit.entries);
  }

  /** Stores all entries of a delivery whose commit was refused. */
  async keep({ entries, rows, early, table, isStored }: Delivery): Promise<void> {
    const isKept = isStored || (early?.isCopied && table === 'pricing.entry');
    if (entries > 0 && !isKept) await copyEntries(this.database, rows, 'pricing.entry');
  }

  /** Stores the difference to the live entries, or all entries as a new generation. */
  async storeSet(sent: SentEntries, process: PricingProcess, set?: DataSetOf): Promise<StoredDataSet> {
    const { published } = process;
    const difference = set?.difference;
    if (published !== null && difference?.publication === process.publication)
      return this.storeCompared(sent, process, published, set!, difference);
    // Another data set was published since.
    if (difference && !set!.early?.isCopied) await copyEntries(this.database, set!.rows!, set!.table);
    if (published !== null) {
      const { added, removed } = await this.comparison.compare(sent, published);
      const differences = (limit: number | null) => this.comparison.report(sent, limit);
      if (process.needsNewGeneration(added, removed)) return { ...(await this.storeAll(sent)), differences };
      await this.comparison.storeDifference(sent, published, process.nextPublication);
      return { generation: published, removed, differences };
    }
    return this.storeAll(sent);
  }

  private async storeAll(sent: SentEntries): Promise<StoredDataSet> {
    await this.comparison.storeAll(sent);
    return { generation: sent.transactionId, differences: none };
  }

  /** Stores a data set that was compared in the service. */
  private async storeCompared(
    sent: SentEntries,
    process: PricingProcess,
    before: string,
    { rows, index, early, isStored }: DataSetOf,
    difference: SetDifference,
  ): Promise<StoredDataSet> {
    const { added, removed } = difference;
    const publication = process.nextPublication;
    const isNew = early?.isCopied || process.needsNewGeneration(added.length, removed);
    const generation = isNew ? sent.transactionId : before;
    const differences = (limit: number | null) =>
      this.comparison.reportKnown(sent, limit, difference, { generation, before });
    if (isNew) {
      if (!early?.isCopied && !isStored) await copyEntries(this.database, rows!, 'pricing.entry');
      return { generation, differences };
    }
    const live = { generation: before, publication };
    if (isStored) await this.comparison.addStored(sent, live, index!.thirdsOf(added, rows!));
    else {
      const changed = index!.copyOf(added, rows!, before, Number(publication));
      await copyEntries(this.database, changed, 'pricing.entry', `${SENT_COLUMNS}, since`);
    }
    await this.comparison.close(sent.assetId, live, await difference.named());
    return { generation, removed, differences };
  }
}
