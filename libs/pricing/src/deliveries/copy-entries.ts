import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Ids } from '@app/platform/core';
import { CopyRows } from '../parsing/copy-rows.js';
import { connectionErrorOf, type Database, LIMITS } from '@app/platform/persistence';
import { from as copyFrom } from 'pg-copy-streams';
import type { SentEntry } from '../entries/entry.dto.js';

/** The columns of a row in the order of COPY. */
export const SENT_COLUMNS = `asset_id, transaction_id, id, unit_number, provider_id, price, available_on, lease_term,
  lease_starts_on, status, specials_description, leasing_fields, building, hash`;

/** The received entries of a transaction, and where they are kept until its commit. */
export interface SentEntries {
  assetId: string;
  processId: string;
  transactionId: string;
  /** whether they are in the temporary table of the connection instead of `pricing.entry` */
  isStaged: boolean;
}

/** A temporary table for a data set that is compared before it is stored; not written to the WAL. */
export const STAGED = 'pg_temp.staged_entry';
export const MAKE_STAGED =
  'create temp table if not exists staged_entry (like pricing.entry including defaults) on commit delete rows';

/** SQL for the received entries of a transaction. */
export const sentEntries = ({ isStaged }: Pick<SentEntries, 'isStaged'>): string =>
  `(select * from ${isStaged ? STAGED : 'pricing.entry'} where asset_id = :asset and transaction_id = :transaction)`;

/** The target table of a copy. */
export type EntryTable = 'pricing.entry' | typeof STAGED;

/** The number of columns after the ids of asset, transaction and entry. */
const COLUMNS = SENT_COLUMNS.split(',').length - 3;

/** Adds a valid entry as a row with the columns above. */
export function addEntry(rows: CopyRows, entry: SentEntry): void {
  rows.begin();
  rows.text(entry.unit_number);
  rows.text(entry.provider_id);
  rows.group();
  rows.int32(entry.price);
  rows.date(entry.available_on);
  rows.int32(entry.lease_term);
  rows.date(entry.lease_starts_on);
  rows.text(entry.status);
  rows.text(entry.specials_description);
  rows.text(entry.leasing_fields && JSON.stringify(entry.leasing_fields));
  rows.text(entry.building);
  rows.hash();
}

/** Ids per delivery, more than its maximum number of entries; each delivery numbers its entries from a multiple of this. */
export const NUMBERS = 2 ** 18;

const RESERVE = `select coalesce(:transaction::bigint, nextval(pg_get_serial_sequence('pricing.transaction', 'id')))::text as transaction,
  nextval(pg_get_serial_sequence('pricing.entry', 'id'))::text as delivery,
  exists (select from pricing.process where asset_id = :asset and id = :process and published_transaction_id is not null) as "isPublished"`;

/** The reserved ids and empty rows of a delivery. */
export interface Reservation {
  transactionId: string;
  /** whether the process has published entries to compare with */
  isPublished: boolean;
  rows: CopyRows;
}

/**
 * Reserves the ids of a delivery and creates its empty rows. The transaction may not exist yet, so its id is reserved too.
 * Entries received first have the lower ids.
 */
export async function reserve(
  database: Database,
  { assetId, processId, transactionId }: Ids<'asset' | 'process'> & Partial<Ids<'transaction'>>,
): Promise<Reservation> {
  const [reserved] = await database.rows<{ transaction: string; delivery: string; isPublished: boolean }>(
    RESERVE,
    { asset: assetId, process: processId, transaction: transactionId ?? null },
    'pricing.transaction',
  );
  const { transaction, delivery, isPublished } = reserved!;
  const rows = new CopyRows([assetId, transaction], Number(delivery) * NUMBERS, COLUMNS);
  return { transactionId: transaction, isPublished, rows };
}

/** Copies rows in the current unit of work. */
export async function copyEntries(
  database: Database,
  rows: Iterable<Buffer> | AsyncIterable<Buffer>,
  table: EntryTable,
): Promise<void> {
  if (table === STAGED) await database.rows(MAKE_STAGED);
  const copy = `copy ${table} (${SENT_COLUMNS}) from stdin (format binary)`;
  const client = (await database.client())!;
  const stream = copyFrom(copy);
  Object.assign(stream, { query_timeout: LIMITS.commit }); // read by pg when the stream is submitted
  await database.tracing.statement(copy, () => {
    client.query(stream);
    return writeRows(rows, stream);
  });
}

/** Writes the rows to the stream. Rethrows errors of the rows unchanged; all other errors are those of the connection. */
export async function writeRows(rows: Iterable<Buffer> | AsyncIterable<Buffer>, stream: Writable): Promise<void> {
  let own: unknown;
  const source = async function* () {
    let isReading = true; // while it is false, an error comes from the stream
    try {
      for await (const row of rows) {
        isReading = false;
        yield row;
        isReading = true;
      }
    } catch (error) {
      if (isReading) own = error;
      throw error;
    }
  };
  await pipeline(Readable.from(source()), stream).catch((error: unknown) => {
    throw own ?? connectionErrorOf(error);
  });
}
