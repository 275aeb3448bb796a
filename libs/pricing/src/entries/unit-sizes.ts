import type { Database } from '@app/platform/persistence';
import { CopiedRows } from '../ingest/copied-columns.js';
import { CopyRows } from '../ingest/copy-rows.js';
import type { EntryTable } from './copy-entries.js';

/** Maximum entries of a unit in a transaction (docs/contract/decisions.md, Pricing, Entry limits). */
export const ENTRIES_OF_UNIT_MOST = 10_000;

const LARGEST = (
  table: EntryTable,
) => `select entry.provider_id as provider, count(*)::int as entries from ${table} entry
  where entry.asset_id = :asset and entry.transaction_id = :transaction
  group by entry.provider_id order by entries desc limit 1`;

/** Reads the unit with the most stored entries of a transaction; undefined if there are none. */
export async function largestUnit(
  database: Database,
  table: EntryTable,
  ids: { asset: string; transaction: string },
): Promise<{ provider: string; entries: number } | undefined> {
  return (await database.rows<{ provider: string; entries: number }>(LARGEST(table), ids))[0];
}

/** Offset of the first column without a fixed position (flat-entry-selector.ts). */
const UNIT_NUMBER = 2 + 3 * 12;
const COLUMNS_AFTER_PROVIDER = 8;
const SLOTS = 2 ** 16;

/**
 * An upper bound for the entries of any single unit in a delivery. Provider ids share slots, so the actual number may be lower but
 * never higher: below the limit, no exact count is needed.
 */
export class UnitSizes {
  private slots: Int32Array | undefined;
  private largest = 0;
  private followed = 0;

  /** @param few number of entries that are not counted, because the bound is this number anyway */
  constructor(private readonly few: number) {}

  /** @param buffers all buffers so far @param count approximate number of rows in them */
  follow(buffers: readonly Buffer[], count: number): void {
    if (count <= this.few) return;
    this.slots ??= new Int32Array(SLOTS);
    for (; this.followed < buffers.length; this.followed += 1)
      this.add(new CopiedRows(buffers[this.followed]!), this.followed === 0 ? CopyRows.HEADER_BYTES : 0, this.slots);
  }

  /** @param count number of all entries; call it after `follow` has seen them */
  most(count: number): number {
    return this.slots ? this.largest : count;
  }

  private add(rows: CopiedRows, first: number, slots: Int32Array): void {
    for (let row = first; rows.hasRow(row);) {
      const provider = rows.after(row + UNIT_NUMBER);
      let end = rows.after(provider);
      const size = (slots[slotOf(rows.bytes, provider, end)]! += 1);
      if (size > this.largest) this.largest = size;
      for (let column = 0; column < COLUMNS_AFTER_PROVIDER; column += 1) end = rows.after(end);
      row = end;
    }
  }
}

/** FNV-1a with mixed high bits. */
function slotOf(bytes: Buffer, from: number, to: number): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at += 1) value = Math.imul(value ^ bytes[at]!, 0x01000193);
  return ((value ^ (value >>> 15)) >>> 0) % SLOTS;
}
