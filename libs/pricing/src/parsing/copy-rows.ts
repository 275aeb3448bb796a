import { Buffer } from 'node:buffer';

/** PostgreSQL manual, COPY, Binary Format: signature, flags, and no header extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const NULL = -1;
const INT32 = 4;
const INT64 = 8;
const TWO_TO_32 = 2 ** 32;
/** A module constant, because looking up a global for each byte is slow in the vm contexts of tests. */
const { imul } = Math;

const FIRST_BYTES = 4 * 1024;
const BUFFER_BYTES = 64 * 1024;
/** The day from which Postgres counts in the binary form of `date`. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

/** Sums of the high and low halves of 64-bit hashes; equal for equal sets of rows in any order. */
export type HashSum = readonly [high: number, low: number];

type Nullable<T> = T | null | undefined;

/** Counts of groups of rows; a power of two. */
const GROUPS = 2 ** 12;

/** Buffers for reuse, because only a full garbage collection would free unused ones. */
const spare: Buffer[] = [];
const MAX_SPARE = 256;

/**
 * Builds rows for `COPY ... FROM STDIN (FORMAT binary)` in buffers outside the heap. A row starts with bigints that all rows share and
 * one that counts the rows; its other columns are written in order, null for no value. A row never spans two buffers.
 */
export class CopyRows {
  /** number of rows started */
  count = 0;
  /** An upper bound for the rows of any single group: different texts may share a count. */
  largestGroup = 0;
  private readonly done: Buffer[] = [];
  private buffer: Buffer<ArrayBufferLike> = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private view = viewOf(this.buffer);
  private at = 0;
  /** offset of the current row */
  private row = 0;
  private readonly prefix: Buffer;
  private readonly sum = new Uint32Array(2);
  /** offset of the last text */
  private last = 0;
  /** number of rows by hash of the text that `group` saw */
  private readonly groups = new Int32Array(GROUPS);

  /**
   * @param same decimal bigints at the start of every row
   * @param first the bigint after them in the first row; each further row has the next number
   * @param columns number of columns after these
   */
  constructor(
    same: readonly string[],
    private readonly first: number,
    columns: number,
  ) {
    this.prefix = Buffer.alloc(2 + same.length * (4 + INT64) + 4);
    this.prefix.writeInt16BE(same.length + 1 + columns, 0);
    for (const [index, value] of same.entries()) {
      const at = 2 + index * (4 + INT64);
      this.prefix.writeInt32BE(INT64, at);
      this.prefix.writeBigInt64BE(BigInt(value), at + 4);
    }
    this.prefix.writeInt32BE(INT64, this.prefix.length - 4);
    this.at = HEADER.copy(this.buffer, 0);
    this.row = this.at;
  }

  begin(): void {
    this.row = this.at;
    this.reserve(this.prefix.length + INT64);
    const { buffer, prefix } = this;
    let { at } = this;
    for (let from = 0; from < prefix.length; from += 1) buffer[at++] = prefix[from]!;
    const id = this.first + this.count;
    this.view.setInt32(at, Math.floor(id / TWO_TO_32));
    this.view.setUint32(at + 4, id % TWO_TO_32);
    this.at = at + INT64;
    this.count += 1;
  }

  /** Writes an `integer`. */
  int32(value: Nullable<number>): void {
    if (value === null || value === undefined) return this.null();
    this.reserve(4 + INT32);
    this.view.setInt32(this.at, INT32);
    this.view.setInt32(this.at + 4, value);
    this.at += 4 + INT32;
  }

  /** Writes a `date`. @param text `YYYY-MM-DD` */
  date(text: Nullable<string>): void {
    this.int32(text === null || text === undefined ? null : (Date.parse(text) - FIRST_DAY) / DAY_MS);
  }

  /** Writes `text` or `json`, validated before: Postgres rejects U+0000, and a lone surrogate would become U+FFFD. */
  text(value: Nullable<string>): void {
    if (value === null || value === undefined) return this.null();
    this.reserve(4 + value.length * 3);
    const length = this.buffer.write(value, this.at + 4);
    this.view.setInt32(this.at, length);
    this.last = this.at;
    this.at += 4 + length;
  }

  /** Groups the rows by the text that was written last. */
  group(): void {
    const { buffer, groups } = this;
    let value = 0x811c9dc5;
    for (let at = this.last + 4; at < this.at; at += 1) value = imul(value ^ buffer[at]!, 0x01000193);
    const size = (groups[(value ^ (value >>> 15)) & (GROUPS - 1)]! += 1);
    if (size > this.largestGroup) this.largestGroup = size;
  }

  /** Writes a `bigint` hash of the row's own columns so far; equal rows have equal hashes. */
  hash(): void {
    this.reserve(4 + INT64);
    const { buffer } = this;
    let [high, low] = [0x9e3779b9, 0x85ebca6b];
    for (let at = this.row + this.prefix.length + INT64; at < this.at; at += 1) {
      const byte = buffer[at]!;
      high = imul(high ^ byte, 0x9e3779b1);
      low = imul(low ^ byte, 0x5f356495);
    }
    high = imul(high ^ (high >>> 16), 0x85ebca6b) ^ imul(low ^ (low >>> 13), 0xc2b2ae35);
    low = imul(low ^ (low >>> 16), 0x85ebca6b) ^ imul(high ^ (high >>> 13), 0xc2b2ae35);
    this.view.setInt32(this.at, INT64);
    this.view.setInt32(this.at + 4, high);
    this.view.setInt32(this.at + 8, low);
    this.at += 4 + INT64;
    this.sum[0]! += high;
    this.sum[1]! += low;
  }

  get hashSum(): HashSum {
    return [this.sum[0]!, this.sum[1]!];
  }

  /** Recycles the buffers, which must not be read afterwards. */
  release(): void {
    for (const { buffer } of this.done)
      if (buffer.byteLength === BUFFER_BYTES && spare.length < MAX_SPARE) spare.push(Buffer.from(buffer));
    this.done.length = 0;
  }

  /** The full buffers so far. */
  get full(): readonly Buffer[] {
    return this.done;
  }

  /** Ends the rows. @returns all buffers */
  finish(): Buffer[] {
    this.row = this.at;
    this.reserve(TRAILER.length);
    this.at += TRAILER.copy(this.buffer, this.at);
    this.done.push(this.buffer.subarray(0, this.at));
    return this.done;
  }

  private null(): void {
    this.reserve(4);
    this.view.setInt32(this.at, NULL);
    this.at += 4;
  }

  private reserve(bytes: number): void {
    if (this.at + bytes > this.buffer.length) this.next(bytes);
  }

  private next(bytes: number): void {
    const { buffer, row, at } = this;
    if (row > 0) this.done.push(buffer.subarray(0, row));
    const needed = at - row + bytes;
    this.buffer = (needed <= BUFFER_BYTES && spare.pop()) || Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, needed));
    this.view = viewOf(this.buffer);
    this.at = buffer.copy(this.buffer, 0, row, at);
    this.row = 0;
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);
