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
/** Bytes below which a loop is faster than a call. */
const SHORT = 64;

/** Buffers for reuse, because only a full garbage collection would free unused ones. */
const spare: Buffer[] = [];
const SPARE_MOST = 256;

/**
 * Builds rows for `COPY ... FROM STDIN (FORMAT binary)` in buffers outside the heap. A row starts with bigints that all rows share and
 * one that counts the rows; its other columns are written in order. A row never spans two buffers.
 */
export class CopyRows {
  /** Bytes of the header at the start of the first buffer. */
  static readonly HEADER_BYTES = HEADER.length;
  /** Marks the end of the rows in place of a number of columns. */
  static readonly END = -1;

  /** Bytes after the last row. */
  static readonly TRAILER = TRAILER;

  /** Writes the header into a buffer. @returns the offset of the first row */
  static begin(buffer: Buffer): number {
    return HEADER.copy(buffer, 0);
  }

  /** number of rows started or appended */
  count = 0;
  /** receives each row from now on */
  index?: { add(high: number, low: number, buffer: number, start: number, end: number): void };
  private readonly done: Buffer[] = [];
  private buffer: Buffer<ArrayBufferLike> = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private view = viewOf(this.buffer);
  private at = 0;
  /** offset of the current row */
  private row = 0;
  private readonly prefix: Buffer;
  private readonly sum = new Uint32Array(2);
  /** bytes of an appended header still to skip */
  private skipped = HEADER.length;

  /**
   * @param same decimal bigints at the start of every row
   * @param first the bigint after them in the first row; each further row has the next number
   * @param columns number of columns after these
   */
  constructor(
    same: readonly string[],
    readonly first: number,
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

  null(): void {
    this.reserve(4);
    this.view.setInt32(this.at, NULL);
    this.at += 4;
  }

  /** Writes an `integer`, or a `date` as days since 2000-01-01. */
  int32(value: number): void {
    this.reserve(4 + INT32);
    this.view.setInt32(this.at, INT32);
    this.view.setInt32(this.at + 4, value);
    this.at += 4 + INT32;
  }

  /** Writes `text` or `json`, validated before: Postgres rejects U+0000, and a lone surrogate would become U+FFFD. */
  text(value: string): void {
    this.reserve(4 + value.length * 3);
    const length = this.buffer.write(value, this.at + 4);
    this.view.setInt32(this.at, length);
    this.at += 4 + length;
  }

  /** Writes text that is already UTF-8. */
  bytes(source: Uint8Array, from: number, to: number): void {
    const length = to - from;
    this.reserve(4 + length);
    const { buffer } = this;
    this.view.setInt32(this.at, length);
    const at = this.at + 4;
    if (length < SHORT) for (let offset = 0; offset < length; offset += 1) buffer[at + offset] = source[from + offset]!;
    else buffer.set(source.subarray(from, to), at);
    this.at = at + length;
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
    this.index?.add(high, low, this.done.length, this.row, this.at);
    this.sum[0]! += high;
    this.sum[1]! += low;
  }

  /** Appends whole rows, each with a hash as its last column, from part of the output of `COPY ... TO STDOUT (FORMAT binary)`. */
  append(chunk: Uint8Array): void {
    let from = Math.min(this.skipped, chunk.length);
    this.skipped -= from;
    while (from < chunk.length) {
      if (this.at === this.buffer.length) this.next(this.row === 0 ? chunk.length - from : 1);
      const to = Math.min(chunk.length, from + this.buffer.length - this.at);
      this.buffer.set(chunk.subarray(from, to), this.at);
      this.at += to - from;
      from = to;
      for (let end = this.endOfRow(); end > 0; end = this.endOfRow()) {
        this.index?.add(this.view.getInt32(end - 8), this.view.getInt32(end - 4), this.done.length, this.row, end);
        this.row = end;
        this.count += 1;
      }
    }
  }

  /** The sums of both halves of the hashes; equal for equal sets of rows in any order. */
  get hashSum(): readonly [number, number] {
    return [this.sum[0]!, this.sum[1]!];
  }

  /** Recycles the buffers, which must not be read afterwards. */
  release(): void {
    for (const { buffer } of this.done)
      if (buffer.byteLength === BUFFER_BYTES && spare.length < SPARE_MOST) spare.push(Buffer.from(buffer));
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

  /** The end of the current row; 0 if it is incomplete. Skips the end of all rows. */
  private endOfRow(): number {
    const { view, row, at } = this;
    if (at - row < 2) return 0;
    const columns = view.getInt16(row);
    if (columns === CopyRows.END) this.at = row;
    let end = row + 2;
    for (let column = 0; column < columns; column += 1) {
      if (end + 4 > at) return 0;
      end += 4 + Math.max(0, view.getInt32(end));
    }
    return columns > 0 && end <= at ? end : 0;
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

/** Converts a Gregorian date to days since 2000-01-01, the binary form of `date`. */
export function dayOf(year: number, month: number, day: number): number {
  // Years start in March here, so that the leap day comes last and the month lengths before it are the same every year.
  const shifted = month > 2 ? year : year - 1;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 730_426;
}
