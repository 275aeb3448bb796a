import { Buffer } from 'node:buffer';

/** PostgreSQL manual, COPY, Binary Format: signature, flags, and no header extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);
const NULL = -1;
const INT32 = 4;
const INT64 = 8;
const TWO_TO_32 = 2 ** 32;
/** By a name of the module: a global that is looked up for each byte is slow in a vm context, as tests run in. */
const { imul } = Math;

const FIRST_BYTES = 4 * 1024;
const BUFFER_BYTES = 64 * 1024;
/** Below that, a loop is quicker than a call. */
const SHORT = 64;

/** Buffers of rows that were stored, for reuse: new ones each time would be garbage that only a full collection finds. */
const spare: Buffer[] = [];
const SPARE_MOST = 256;

/**
 * Rows for one `COPY ... FROM STDIN (FORMAT binary)`, in buffers outside the heap, ready to be streamed. A row begins with
 * bigints that are the same in all and one that counts the rows; its other columns are written in their order. Each row is
 * whole in one buffer.
 */
export class CopyRows {
  /** Of the first buffer, before its first row. */
  static readonly HEADER_BYTES = HEADER.length;
  /** In place of the number of columns: there are no more rows. */
  static readonly END = -1;

  /** After the last row. */
  static readonly TRAILER = TRAILER;

  /** Begins a COPY in a buffer. @returns where its first row is */
  static begin(buffer: Buffer): number {
    return HEADER.copy(buffer, 0);
  }

  /** begun so far */
  count = 0;
  /** notified of each row from now on */
  index?: { add(high: number, low: number, buffer: number, start: number, end: number): void };
  private readonly done: Buffer[] = [];
  private buffer: Buffer<ArrayBufferLike> = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private view = viewOf(this.buffer);
  private at = 0;
  /** where the row under way begins */
  private row = 0;
  private readonly prefix: Buffer;
  private readonly sum = new Uint32Array(2);

  /**
   * @param same decimal bigints that each row begins with
   * @param first the bigint of the first row that comes after them; the next row has the next
   * @param columns how many a row has after these
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

  /** An `integer`, or a `date` as its day since 2000-01-01. */
  int32(value: number): void {
    this.reserve(4 + INT32);
    this.view.setInt32(this.at, INT32);
    this.view.setInt32(this.at + 4, value);
    this.at += 4 + INT32;
  }

  /** `text` or `json`. Postgres refuses U+0000, and a lone surrogate would be stored as U+FFFD: neither may get here. */
  text(value: string): void {
    this.reserve(4 + value.length * 3);
    const length = this.buffer.write(value, this.at + 4);
    this.view.setInt32(this.at, length);
    this.at += 4 + length;
  }

  /** A text that is UTF-8 already. */
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

  /** A `bigint` of the columns so far, after those that each row begins with: equal rows have equal ones. */
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

  /** Sum of the hashes, of their halves each: sets of equal rows have equal ones, whatever their order. */
  get hashSum(): readonly [number, number] {
    return [this.sum[0]!, this.sum[1]!];
  }

  /** When nobody looks at them any more: their memory is for the rows of others. */
  release(): void {
    for (const { buffer } of this.done)
      if (buffer.byteLength === BUFFER_BYTES && spare.length < SPARE_MOST) spare.push(Buffer.from(buffer));
    this.done.length = 0;
  }

  /** The buffers that are full; it grows. */
  get full(): readonly Buffer[] {
    return this.done;
  }

  /** All of it; nothing can be added any more. */
  finish(): Buffer[] {
    this.row = this.at;
    this.reserve(TRAILER.length);
    this.at += TRAILER.copy(this.buffer, this.at);
    this.done.push(this.buffer.subarray(0, this.at));
    return this.done;
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

/** Days since 2000-01-01, as a `date` is stored, of a day of the Gregorian calendar. */
export function dayOf(year: number, month: number, day: number): number {
  // The year begins in March: then a leap day is the last, and months before it have the same length in every year.
  const shifted = month > 2 ? year : year - 1;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 730_426;
}
