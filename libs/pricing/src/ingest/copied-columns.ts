import { Buffer } from 'node:buffer';
import { CopyRows } from './copy-rows.js';

const LENGTH = 4;
const HEADER = 20;
/** Below that, a loop is quicker than a call. */
const SHORT = 64;

/** Types of Postgres, by their numbers. */
const TYPES = { text: 25, integer: 23, date: 1082 };

/** Looks at a buffer of CopyRows. A column is known by where it begins: its length, -1 for null, and then its bytes. */
export class CopiedRows {
  private readonly view: DataView;

  constructor(readonly bytes: Buffer) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Whether a row begins there: after it may be another, the end of the buffer, or that of all rows. */
  hasRow(at: number): boolean {
    return at < this.bytes.length && this.view.getInt16(at) !== CopyRows.END;
  }

  /** Where the column after that one begins, or the row after its last. */
  after(column: number): number {
    return column + LENGTH + Math.max(0, this.view.getInt32(column));
  }

  /** Of a column that is an `integer`, or a `date` as its day since 2000-01-01. */
  int32(column: number): number {
    return this.view.getInt32(column + LENGTH);
  }

  isNull(column: number): boolean {
    return this.view.getInt32(column) < 0;
  }

  /** The same as `int32`, of one that may be null. */
  int32OrNull(column: number): number | null {
    return this.isNull(column) ? null : this.int32(column);
  }
}

/** Columns of rows as one array of Postgres in its binary form, a parameter of a statement. */
export class ColumnArray {
  private buffer: Buffer;
  private at = HEADER;

  /** @param count how many there will be */
  constructor(type: keyof typeof TYPES, count: number) {
    this.buffer = Buffer.allocUnsafeSlow(HEADER + count * 16);
    // dimensions, whether there may be nulls, type; and of the dimension its length and first index
    for (const [index, value] of [1, 1, TYPES[type], count, 1].entries()) this.buffer.writeInt32BE(value, index * 4);
  }

  /** @returns where the next column begins */
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
