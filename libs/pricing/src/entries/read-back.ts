import { MiB } from '@app/platform/core';
import type { Database } from '@app/platform/persistence';
import { CopyRows } from '../ingest/copy-rows.js';
import { RowIndex } from '../ingest/row-index.js';
import { copyEntriesOf, entryRecords, type EntryTable } from './copy-entries.js';
import type { DataSetRows } from './delivery.js';
import { FlatEntrySelector } from './flat-entry-selector.js';
import { COMPARED_MOST, type LiveSet } from './live-entries.js';
import { SetComparison } from './set-comparison.js';

/** Maximum total size of the bodies, that of one request, so that a commit needs the same memory however its entries arrived. */
const BYTES_MOST = 64 * MiB;

/** The stored entries of a transaction as if one request had sent them. */
interface ReadBack extends DataSetRows {
  table: EntryTable;
  entries: number;
  isStored: true;
  release(): void;
}

interface StoredTransaction {
  assetId: string;
  transactionId: string;
  entries: number;
  bytes: number | null;
  contentHash: string | null;
}

/**
 * Reads the entries of a transaction in the current unit of work, and compares them with the live ones.
 * @returns undefined if Postgres must compare them: there are too many, or some have no hash
 */
export async function readBack(
  database: Database,
  { entries, bytes, contentHash, ...ids }: StoredTransaction,
  live: LiveSet | null,
  now: Date,
): Promise<ReadBack | undefined> {
  if (live === null || Math.max(entries, live.entries) > COMPARED_MOST) return undefined;
  if (bytes === null || bytes > BYTES_MOST || contentHash === null) return undefined;
  const copied = new CopyRows([ids.assetId, ids.transactionId], 0, entryRecords.columns);
  const index = (copied.index = new RowIndex());
  const chosen = new FlatEntrySelector(now);
  const comparison = new SetComparison(index, database, ids, live);
  const release = () => [copied, index, chosen, comparison].forEach((part) => part.release());
  try {
    await comparison.ready(); // both use the connection of the unit of work
    await copyEntriesOf(database, ids, (chunk) => {
      copied.append(chunk);
      comparison.follow();
      chosen.follow(copied.full);
    });
    const rows = copied.finish();
    chosen.follow(rows);
    const difference = await comparison.finish(rows);
    const compared = { rows, index, chosen, difference, duplicates: await index.duplicates(), release };
    return { ...compared, table: 'pricing.entry', entries, isStored: true };
  } catch (error) {
    release();
    throw error;
  }
}
