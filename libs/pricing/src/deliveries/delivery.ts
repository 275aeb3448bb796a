import { Buffer } from 'node:buffer';
import type { FieldErrors, Ids } from '@app/platform/core';
import type { SentEntry } from '../entries/entry.dto.js';
import type { HashSum } from '../parsing/copy-rows.js';
import type { EntryTable } from './copy-entries.js';
import type { StreamingCopy } from './streaming-copy.js';

/** A JSON array of entries, received as a stream. */
export class EntryStream {
  private received: Promise<Received> | undefined;

  /** @param size in bytes, if known in advance */
  constructor(
    readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
    readonly size: number | undefined,
  ) {}

  static of(entries: readonly SentEntry[]): EntryStream {
    const bytes = Buffer.from(JSON.stringify(entries));
    return new EntryStream([bytes], bytes.length);
  }

  /** Receives the stream once; later calls return the same result. */
  once(receive: () => Promise<Received>): Promise<Received> {
    return (this.received ??= receive());
  }

  /** Recycles the memory of the rows, which must not be read afterwards. */
  release(): void {
    this.received?.then(
      ({ delivery }) => delivery?.release(),
      () => undefined,
    );
  }
}

/** The transaction that a request sends entries to; without an id, a new one. */
export interface Target {
  ids: Ids<'asset' | 'process'> & Partial<Ids<'transaction'>>;
  commit: boolean;
}

/** The entries of one request: validated, and in the binary format of COPY. */
export interface Delivery {
  /** id of the transaction, which may not exist yet */
  transactionId: string;
  rows: readonly Buffer[];
  entries: number;
  /** size of the received body */
  bytes: number;
  /** upper bound for the entries of any single unit */
  largestUnit: number;
  /** sum of the hashes of the rows */
  hashSum: HashSum;
  /** target table of the rows */
  table: EntryTable;
  /** the copy started while the body arrived, unless abandoned */
  early?: StreamingCopy | undefined;
  /** recycles the memory of the rows */
  release(): void;
}

/** The received entries; none if the request had no body. */
export interface Received {
  delivery?: Delivery;
  errors?: FieldErrors;
  faultCount?: number;
}
