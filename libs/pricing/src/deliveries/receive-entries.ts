import { compileSchema, MAX_LISTED_ERRORS, type FieldErrors, malformed } from '@app/platform/core';
import type { Database, UnitOfWork } from '@app/platform/persistence';
import { entrySchema, type SentEntry } from '../entries/entry.dto.js';
import type { CopyRows } from '../parsing/copy-rows.js';
import { type ArrayBody, readJsonArray } from '../parsing/json-array.js';
import { addEntry, type EntryTable, type Reservation, reserve, STAGED } from './copy-entries.js';
import type { EntryStream, Received, Target } from './delivery.js';
import { StreamingCopy } from './streaming-copy.js';

/** docs/contract/decisions.md, Pricing, Entry limits */
export const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 32;
/** Entries processed per turn of the event loop. */
const BATCH = 200;

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
    const reservation = await reserve(database, target.ids);
    const isLarge = StreamingCopy.isWorth(entries.size);
    return new Receiver(reservation, target, database, isLarge ? work : undefined).receive(entries.bytes);
  });

class Receiver {
  private readonly rows: CopyRows;
  private readonly table: EntryTable;
  private readonly errors = new EntryErrors();
  private readonly early: StreamingCopy | undefined;

  constructor(
    private readonly reservation: Reservation,
    { ids, commit }: Target,
    database: Database,
    work: UnitOfWork | undefined,
  ) {
    this.rows = reservation.rows;
    const isDataSet = commit && ids.transactionId === undefined; // the complete data set of the transaction
    this.table = reservation.isPublished && isDataSet ? STAGED : 'pricing.entry';
    this.early = work && new StreamingCopy(work, database, this.rows.full, this.table);
  }

  async receive(bytes: EntryStream['bytes']): Promise<Received> {
    try {
      const body = await readJsonArray(bytes, {
        batch: BATCH,
        maxDepth: MAX_DEPTH,
        onBatch: (elements, first) => this.addBatch(elements, first),
      });
      return this.finish(body);
    } catch (error) {
      this.early?.giveUp();
      throw error;
    }
  }

  /** Validates a batch, and builds rows until the first error. */
  private addBatch(elements: unknown[], first: number): void {
    const { errors, rows, early } = this;
    errors.validate(elements, first);
    if (errors.count > 0) return early?.giveUp();
    for (const element of elements) addEntry(rows, element as SentEntry);
    early?.more();
  }

  private finish({ kind, bytes }: ArrayBody): Received {
    if (bytes > 0 && kind === 'empty') throw malformed('malformed_json', 'The body is not valid JSON'); // white space
    const { rows, errors, early, table } = this;
    if (bytes > 0 && kind !== 'array') errors.add('must be an array of entries');
    if (bytes === 0 || errors.count > 0) {
      early?.giveUp();
      return errors.count > 0 ? { errors: errors.listed, faultCount: errors.count } : {};
    }
    const buffers = rows.finish();
    early?.end();
    const { transactionId } = this.reservation;
    const received = { transactionId, entries: rows.count, bytes, largestUnit: rows.largestGroup };
    const stored = { rows: buffers, hashSum: rows.hashSum, table, early };
    return { delivery: { ...received, ...stored, release: () => rows.release() } };
  }
}

const check = compileSchema({ type: 'array', items: entrySchema });

/** Validates entries and collects their errors: counts all and lists the first ones. */
class EntryErrors {
  readonly listed: FieldErrors = {};
  count = 0;
  private paths = 0;

  /** Adds an error of the whole body. */
  add(text: string): void {
    this.addAll({ body: [text] }, 1);
  }

  /** @param first index of the batch's first entry in the body */
  validate(batch: readonly unknown[], first: number): void {
    if (first <= MAX_ENTRIES && first + batch.length > MAX_ENTRIES) this.add(`must have at most ${MAX_ENTRIES} items`);
    const wrong = check(batch);
    if (wrong) this.addAll(wrong.errors, wrong.count, first);
  }

  private addAll(errors: FieldErrors, count: number, first?: number): void {
    this.count += count;
    for (const [path, texts] of Object.entries(errors)) {
      if (this.paths++ >= MAX_LISTED_ERRORS) return;
      const [index, ...rest] = path.split('.');
      this.listed[first === undefined ? path : [Number(index) + first, ...rest].join('.')] = texts;
    }
  }
}
