import {
  type ApiRequest,
  type BodyContext,
  type BodyReader,
  chunksOf,
  DEPTH,
  requireMediaType,
  tooLarge,
  UPLOAD_MS,
} from '@app/platform/rest';
import {
  MiB,
  type FieldErrors,
  type Ids,
  FAULTS_LISTED,
  malformed,
  compileSchema,
  type JsonSchema,
} from '@app/platform/core';
import { BodyTooLarge, MalformedJson, readJsonArray } from '../ingest/json-array.js';
import { type CopyRows } from '../ingest/copy-rows.js';
import { type Database } from '@app/platform/persistence';
import { discard } from '../ingest/detach-buffer.js';
import { FlatEntrySelector } from './flat-entry-selector.js';
import { emptyRows, entryRecords, type EntryTable, STAGED } from './copy-entries.js';
import { LiveEntries, SetComparison, type SetDifference } from './live-entries.js';
import { RowIndex } from '../ingest/row-index.js';
import { StreamingCopy } from './streaming-copy.js';
import { entrySchema } from './entry.dto.js';
import { UnitSizes } from './unit-sizes.js';

const INGEST_LIMIT = 64 * MiB;
/** test/contract/decisions.md, Pricing, Entry limits */
const ENTRIES_MOST = 200_000;
/** Entries taken between two turns of the event loop. */
const BATCH = 200;

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
  /** of a whole data set that was compared with what is published: only what differs needs to be copied */
  index?: RowIndex | undefined;
  difference?: SetDifference | undefined;
  /** where the rows are already, unless that is given up */
  early?: StreamingCopy | undefined;
  /** of a whole data set that is to be published at once */
  chosen?: FlatEntrySelector | undefined;
  /** To be called once it is stored: its memory is for others then. */
  release(): void;
}

export interface SentEntry {
  unit_number: string;
  provider_id: string;
  price: number;
  available_on: string;
  lease_term?: number | null;
  lease_starts_on?: string | null;
  status?: string | null;
  specials_description?: string | null;
  leasing_fields?: Record<string, unknown> | null;
}

const check = compileSchema({ type: 'array', items: entrySchema });

/** What is wrong with one entry, by the rules of a request body. */
export const checkEntry = compileSchema(entrySchema);

/** Valid entries that came in another way than by a request. */
export async function deliveryOf(
  database: Database,
  { transactionId: known, ...ids }: Ids<'asset' | 'process'> & { transactionId: string | undefined },
  entries: readonly SentEntry[],
): Promise<Delivery> {
  const { transactionId, rows } = await emptyRows(database, ids, known ?? null);
  for (const entry of entries) entryRecords.add({ ...entry }, rows);
  const buffers = rows.finish();
  const bytes = buffers.reduce((sum, { length }) => sum + length, 0);
  const sizes = new UnitSizes();
  sizes.follow(buffers, entries.length);
  const largestUnit = sizes.most(entries.length);
  return {
    transactionId,
    entries: entries.length,
    bytes,
    largestUnit,
    rows: buffers,
    hashSum: rows.hashSum,
    firstId: rows.first,
    table: 'pricing.entry',
    release: () => rows.release(),
  };
}

/** The body of both ingest operations: taken apart, validated and made ready while it arrives; never held as a whole. */
export class DeliveryBody implements BodyReader<Delivery | undefined> {
  readonly optional = true;

  content() {
    return { 'application/json': { schema: { $ref: '#/components/schemas/PricingEntries' } } };
  }

  components(): Record<string, JsonSchema> {
    const { example, ...item } = entrySchema;
    return {
      CreatePricingEntry: { ...item, example },
      PricingEntries: {
        type: 'array',
        maxItems: ENTRIES_MOST,
        items: { $ref: '#/components/schemas/CreatePricingEntry' },
        example: [example],
      },
    };
  }

  async read(
    request: ApiRequest,
    context: BodyContext,
  ): Promise<{ value: Delivery | undefined; faults?: FieldErrors; faultCount?: number }> {
    requireMediaType(request, 'application/json');
    const ids = context.ids as Ids<'asset' | 'process'> & Partial<Ids<'transaction'>>;
    const place = await emptyRows(context.database, ids, ids.transactionId ?? null);
    const { transactionId, rows, now } = place;
    const table = place.isPublished && isDataSet(context) ? STAGED : 'pricing.entry';
    const chosen = isDataSet(context) ? new FlatEntrySelector(now) : undefined;
    const index = place.isComparable && isDataSet(context) ? (rows.index = new RowIndex()) : undefined;
    const comparison = index && new SetComparison(index, LiveEntries.read(context.database, ids));
    const sizes = new UnitSizes();
    const found = new Findings();
    let early = index ? undefined : earlyCopyOf(request, context, rows, table);
    const { kind, bytes } = await readJsonArray(discarded(chunksOf(request, INGEST_LIMIT, UPLOAD_MS)), {
      maxBytes: INGEST_LIMIT,
      batch: BATCH,
      maxDepth: DEPTH,
      take: (bytes, from) => entryRecords.take(bytes, from, found.count > 0 ? 0 : BATCH, rows),
      onBatch: (elements, first) => {
        take(elements, first, rows, found);
        if (found.count > 0) return early?.giveUp();
        comparison?.follow();
        if (comparison?.isMostlyNew) early ??= earlyCopyOf(request, context, rows, 'pricing.entry');
        early?.more();
        chosen?.follow(rows.full);
        sizes.follow(rows.full, rows.count);
      },
    }).catch(refuse);
    const release = () => {
      rows.release();
      chosen?.release();
    };
    if (bytes === 0) {
      early?.giveUp();
      release();
      return { value: undefined };
    }
    if (kind !== 'array') found.add('body', 'must be an array of entries');
    const entries = found.count > 0 ? 0 : rows.count;
    const value: Delivery = {
      ...{
        transactionId,
        entries,
        bytes,
        largestUnit: 0,
        early,
        chosen,
        release,
        table: index && early ? 'pricing.entry' : table,
      },
      ...{ rows: rows.finish(), hashSum: rows.hashSum, firstId: rows.first, index },
    };
    if (found.count > 0) return { value, faults: found.listed, faultCount: found.count };
    value.difference = await comparison?.finish();
    early?.end();
    chosen?.follow(value.rows);
    sizes.follow(value.rows, entries);
    value.largestUnit = sizes.most(entries);
    return { value };
  }
}

/** Each once the next is asked for: then it has become rows. */
async function* discarded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    discard(chunk);
  }
}

/** Whether the entries are all that the transaction has, and are published at once. */
const isDataSet = (context: BodyContext): boolean =>
  context.ids['transactionId'] === undefined && context.query['commit'] === true;

/** None under an idempotency key: whether there is anything to do is known only when the body is whole. */
function earlyCopyOf(
  request: ApiRequest,
  context: BodyContext,
  rows: CopyRows,
  table: EntryTable,
): StreamingCopy | undefined {
  if (request.fingerprint) return undefined;
  const length = request.headers['content-length'];
  const early = StreamingCopy.of(context, rows.full, table, length === undefined ? undefined : Number(length));
  if (early) request.res!.once('close', () => early.giveUp());
  return early;
}

/** After a first fault nothing more is made ready, but all the rest is still validated. */
function take(elements: unknown[], first: number, rows: CopyRows, found: Findings): void {
  if (first + elements.length > ENTRIES_MOST) found.add('body', `must have at most ${ENTRIES_MOST} items`);
  const wrong = elements.length > 0 ? check(elements) : undefined;
  if (wrong) found.addAll(wrong.faults, wrong.count, first);
  else if (found.count === 0)
    for (const element of elements) entryRecords.add(element as Record<string, unknown>, rows);
}

class Findings {
  readonly listed: FieldErrors = {};
  count = 0;
  private paths = 0;

  add(path: string, text: string): void {
    if (this.listed[path]) return;
    this.addAll({ [path]: [text] }, 1);
  }

  /** @param first index of the batch's first entry: paths of the faults count from the start of the body */
  addAll(faults: FieldErrors, count: number, first?: number): void {
    this.count += count;
    for (const [path, texts] of Object.entries(faults)) {
      if (this.paths++ >= FAULTS_LISTED) return;
      const [index, ...rest] = path.split('.');
      this.listed[first === undefined ? path : [Number(index) + first, ...rest].join('.')] = texts;
    }
  }
}

function refuse(error: unknown): never {
  if (error instanceof MalformedJson) throw malformed('malformed_json', error.message);
  if (error instanceof BodyTooLarge) throw tooLarge(INGEST_LIMIT);
  throw error;
}
