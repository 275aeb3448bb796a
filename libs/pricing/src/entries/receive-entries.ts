import type { Buffer } from 'node:buffer';
import { malformed } from '@app/platform/core';
import type { Database, UnitOfWork } from '@app/platform/persistence';
import type { CopyRows } from '../ingest/copy-rows.js';
import { discard } from '../ingest/detach-buffer.js';
import { type ArrayBody, readJsonArray } from '../ingest/json-array.js';
import { RowIndex } from '../ingest/row-index.js';
import { emptyRows, entryRecords, type EntryTable, type Reservation, STAGED } from './copy-entries.js';
import type { EntryStream, Received, Target } from './delivery.js';
import { EntryErrors } from './entry-errors.js';
import { FlatEntrySelector } from './flat-entry-selector.js';
import { SetComparison } from './set-comparison.js';
import { StreamingCopy } from './streaming-copy.js';
import { ENTRIES_OF_UNIT_MOST, UnitSizes } from './unit-sizes.js';

const DEPTH_MOST = 32;
/** Entries processed per turn of the event loop. */
const BATCH = 200;

/** Entries of a request among several whose units are not counted. Bounds of requests add up, until the stored entries must be counted. */
const FEW = 1_000;

/**
 * Validates entries and converts them to rows while they arrive, without holding the whole body in memory.
 * @param work unit of work in which large bodies are copied meanwhile; only if a command continues with it at once
 * @throws Problem if the body is invalid JSON or too large
 */
export const receiveEntries = (
  entries: EntryStream,
  target: Target,
  database: Database,
  work?: UnitOfWork,
): Promise<Received> =>
  entries.once(async () => {
    const reservation = await emptyRows(database, target.ids, target.ids.transactionId ?? null);
    return new Receiver(entries.size, reservation, target, database, work).receive(entries.bytes);
  });

class Receiver {
  private readonly rows: CopyRows;
  private readonly table: EntryTable;
  private readonly errors = new EntryErrors();
  private readonly sizes: UnitSizes;
  private readonly index: RowIndex | undefined;
  private readonly chosen: FlatEntrySelector | undefined;
  private readonly comparison: SetComparison | undefined;
  /** of an early copy, if one is worth it */
  private readonly work: UnitOfWork | undefined;
  private early: StreamingCopy | undefined;
  /** whether to stop building rows */
  private isOver = false;

  constructor(
    size: number | undefined,
    private readonly reservation: Reservation,
    { ids, commit }: Target,
    private readonly database: Database,
    work: UnitOfWork | undefined,
  ) {
    const { rows, now, live } = reservation;
    this.rows = rows;
    const isDataSet = commit && ids.transactionId === undefined; // the complete data set of the transaction
    this.table = reservation.isPublished && isDataSet ? STAGED : 'pricing.entry';
    this.sizes = new UnitSizes(isDataSet ? ENTRIES_OF_UNIT_MOST : FEW);
    if (isDataSet) {
      this.index = rows.index = new RowIndex();
      this.chosen = new FlatEntrySelector(now);
      this.comparison = live ? new SetComparison(this.index, database, ids, live) : undefined;
    }
    this.work = StreamingCopy.isWorth(size, this.comparison !== undefined) ? work : undefined;
    if (!this.comparison) this.copyEarly(this.table);
  }

  async receive(bytes: EntryStream['bytes']): Promise<Received> {
    try {
      const body = await readJsonArray(discarded(bytes), {
        batch: BATCH,
        maxDepth: DEPTH_MOST,
        consume: (chunk, from) => entryRecords.consume(chunk, from, this.errors.count > 0 ? 0 : BATCH, this.rows),
        onBatch: (elements, first) => this.follow(elements, first),
      });
      return await this.finish(body);
    } catch (error) {
      this.isOver = true;
      this.early?.giveUp();
      throw error;
    }
  }

  /** Validates a batch. Builds and compares rows until the first error. */
  private follow(elements: unknown[], first: number): void {
    const { errors, rows, early, comparison } = this;
    errors.validate(elements, first);
    if (errors.count > 0) {
      this.isOver = true;
      return early?.giveUp();
    }
    for (const element of elements) entryRecords.add(element as Record<string, unknown>, rows);
    comparison?.follow();
    if (comparison) this.copyIfNew(comparison);
    this.early?.more();
    this.chosen?.follow(rows.full);
    this.sizes.follow(rows.full, rows.count);
  }

  /** Starts the copy if the data set is mostly new, which is then stored as a whole. */
  private copyIfNew(comparison: SetComparison): void {
    if (!this.work) return;
    comparison.isMostlyNew(this.rows.full).then(
      (isNew) => isNew && !this.isOver && this.copyEarly('pricing.entry'),
      () => undefined, // the comparison reports the error
    );
  }

  private copyEarly(table: EntryTable): void {
    if (!this.work) return;
    this.early ??= new StreamingCopy(this.work, this.database, this.rows.full, table);
    this.early.more(); // the next batch may be long in coming
  }

  private async finish({ kind, bytes }: ArrayBody): Promise<Received> {
    this.isOver = true;
    if (bytes > 0 && kind === 'empty') throw malformed('malformed_json', 'The body is not valid JSON'); // white space
    const { rows, errors, early, chosen, index, comparison, sizes, table } = this;
    if (bytes > 0 && kind !== 'array') errors.add('body', 'must be an array of entries');
    if (bytes === 0 || errors.count > 0) {
      early?.giveUp();
      if (bytes === 0) this.release();
      return errors.count > 0 ? { errors: errors.listed, faultCount: errors.count } : {};
    }
    const buffers = rows.finish();
    early?.end();
    const difference = await comparison?.finish(buffers);
    const duplicates = await index?.duplicates();
    chosen?.follow(buffers);
    sizes.follow(buffers, rows.count);
    const { transactionId } = this.reservation;
    const received = { transactionId, entries: rows.count, bytes, largestUnit: sizes.most(rows.count) };
    const stored = {
      rows: buffers,
      hashSum: rows.hashSum,
      table: comparison && early ? 'pricing.entry' : table,
    } as const;
    const compared = { index, duplicates, difference, early, chosen };
    return { delivery: { ...received, ...stored, ...compared, release: () => this.release() } };
  }

  private release(): void {
    for (const part of [this.rows, this.chosen, this.comparison, this.index]) part?.release();
  }
}

/** Yields the next batch when the previous one has become rows. */
async function* discarded(chunks: EntryStream['bytes']): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    discard(chunk);
  }
}
