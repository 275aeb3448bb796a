import { Buffer } from 'node:buffer';
import { CopyRows } from './copy-rows.js';

const LENGTH = 4;
const HEADER = 20;
/** Bytes below which a loop is faster than a call. */
const SHORT = 64;

/** OIDs of Postgres types. */
const TYPES = { text: 25, integer: 23, date: 1082 };

/** Reads columns in a buffer of CopyRows. A column is identified by its offset: its length (-1 for null), then its bytes. */
export class CopiedRows {
  private readonly view: DataView;

  constructor(readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Whether a row starts at an offset, instead of the end of the buffer or of all rows. */
  hasRow(at: number): boolean {
    return at < this.bytes.length && this.view.getInt16(at) !== CopyRows.END;
  }

  /** The offset of the next column, or of the next row after the last column. */
  after(column: number): number {
    return column + LENGTH + Math.max(0, this.view.getInt32(column));
  }

  /** The value of an `integer`, or of a `date` as days since 2000-01-01. */
  int32(column: number): number {
    return this.view.getInt32(column + LENGTH);
  }

  isNull(column: number): boolean {
    return this.view.getInt32(column) < 0;
  }

  /** Like `int32`, for a nullable column. */
  int32OrNull(column: number): number | null {
    return this.isNull(column) ? null : this.int32(column);
  }
}

/** Collects a column of rows as a binary Postgres array, for a statement parameter. */
export class ColumnArray {
  private buffer: Buffer;
  private at = HEADER;

  /** @param count number of elements */
  constructor(type: keyof typeof TYPES, count: number) {
    this.buffer = Buffer.allocUnsafeSlow(HEADER + count * 16);
    // number of dimensions, null flag, element type; then length and lower bound of the dimension
    for (const [index, value] of [1, 1, TYPES[type], count, 1].entries()) this.buffer.writeInt32BE(value, index * 4);
  }

  /** @returns the offset of the next column */
  add(rows: CopiedRows, column: number): number {
    const end = rows.after(column);
    const { bytes } = rows;
    if (this.at + end - column > this.buffer.length) this.grow(this.at + end - column);
    const { buffer } = this;
    let { at } = this;
    if (end - column < SHORT) for (let byte = column; byte < end; byte += 1) buffer[at++] = bytes[byte]!;
    else at += bytes.copy(buffer, at, column, end);
    this.at = at;
    return end;
  }

  get value(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  private grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}
