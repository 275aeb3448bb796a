import { Buffer } from 'node:buffer';
import type { FieldErrors, Ids } from '@app/platform/core';
import type { RowIndex } from '../ingest/row-index.js';
import type { EntryTable } from './copy-entries.js';
import type { SentEntry } from './entry.dto.js';
import type { FlatEntrySelector } from './flat-entry-selector.js';
import type { SetDifference } from './set-comparison.js';
import type { StreamingCopy } from './streaming-copy.js';

/** A JSON array of entries that arrives. */
export class EntryStream {
  private received: Promise<Received> | undefined;

  /** @param size in bytes, where it is known before */
  constructor(
    readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    readonly size: number | undefined,
  ) {}

  static of(entries: readonly SentEntry[]): EntryStream {
    const bytes = Buffer.from(JSON.stringify(entries));
    return new EntryStream([bytes], bytes.length);
  }

  /** Receives it the first time; later calls get the same. */
  once(receive: () => Promise<Received>): Promise<Received> {
    return (this.received ??= receive());
  }

  /** Reuses the memory of the rows; nothing may read them afterwards. */
  release(): void {
    this.received?.then(
      ({ delivery }) => delivery?.release(),
      () => undefined,
    );
  }
}

/** What the entries of a request are for: a transaction, which is to be opened where it has no id. */
export interface Target {
  ids: Ids<'asset' | 'process'> & Partial<Ids<'transaction'>>;
  commit: boolean;
}

/** Entries of one request, valid, and already in the form that Postgres copies. */
export interface Delivery {
  /** that the rows belong to; it may not be there yet */
  transactionId: string;
  entries: number;
  /** of the body as it came */
  bytes: number;
  /** no unit has more of the entries than this */
  largestUnit: number;
  rows: readonly Buffer[];
  /** sum of the hashes of the rows */
  hashSum: readonly [number, number];
  /** where the rows are copied to */
  table: EntryTable;
  /** id of the first; the next has the next */
  firstId: number;
  /** of a whole data set */
  index?: RowIndex | undefined;
  /** entries of a whole data set that are equal to another one in everything */
  duplicates?: number | undefined;
  /** of one that was compared with what is published: only what differs needs to be copied */
  difference?: SetDifference | undefined;
  /** where the rows are already, unless that is given up */
  early?: StreamingCopy | undefined;
  /** of a whole data set that is to be published at once */
  chosen?: FlatEntrySelector | undefined;
  release(): void;
}

/** The request had no body. */
export interface Received {
  delivery?: Delivery;
  errors?: FieldErrors;
  faultCount?: number;
}
