import { Buffer } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import { CopyRows } from './copy-rows.js';
import { discard } from './detach-buffer.js';
import { HashMultiset } from './hash-multiset.js';

const FIRST = 1_024;
/** Rows handled per turn of the event loop. */
const AT_ONCE = 2_000;
/** Bytes copied at once. */
const PIECE = 64 * 1024;
/** Offset of the second bigint in a row, after the number of columns, the first bigint and both lengths. */
const SECOND = 2 + 12 + 4;
const THIRD = SECOND + 12;
/** Bytes of an integer, including its length. */
const INTEGER = 8;

/** The position and hash of each row, in typed arrays outside the heap. */
export class RowIndex {
  count = 0;
  private highs = new Int32Array(FIRST);
  private lows = new Int32Array(FIRST);
  private buffers = new Int32Array(FIRST);
  private starts = new Int32Array(FIRST);
  private ends = new Int32Array(FIRST);

  /** @param buffer index of the buffer; `start` and `end` are offsets in it */
  add(high: number, low: number, buffer: number, start: number, end: number): void {
    if (this.count === this.highs.length) this.grow();
    const at = this.count++;
    this.highs[at] = high;
    this.lows[at] = low;
    this.buffers[at] = buffer;
    this.starts[at] = start;
    this.ends[at] = end;
  }

  high(row: number): number {
    return this.highs[row]!;
  }

  low(row: number): number {
    return this.lows[row]!;
  }

  /** The hash of a row, as a decimal `bigint`. */
  hash(row: number): string {
    return String((BigInt(this.highs[row]!) << 32n) | BigInt(this.lows[row]! >>> 0));
  }

  /** The index of a row's buffer. */
  buffer(row: number): number {
    return this.buffers[row]!;
  }

  /** The offset of a row in its buffer. */
  start(row: number): number {
    return this.starts[row]!;
  }

  /**
   * Yields some of the rows as a separate COPY, with the second bigint replaced and a column appended.
   * @param buffers all buffers @param second the new second bigint @param last the appended `integer`
   */
  *copyOf(rows: Iterable<number>, buffers: readonly Buffer[], second: string, last: number): Generator<Buffer> {
    const bigint = BigInt(second);
    let piece = Buffer.allocUnsafe(PIECE);
    let filled = CopyRows.begin(piece);
    for (const row of rows) {
      const [source, start, end] = [buffers[this.buffers[row]!]!, this.starts[row]!, this.ends[row]!];
      if (filled + end - start + INTEGER > piece.length) {
        yield piece.subarray(0, filled);
        piece = Buffer.allocUnsafe(Math.max(PIECE, end - start + INTEGER));
        filled = 0;
      }
      piece.writeInt16BE(source.readInt16BE(start) + 1, filled);
      source.copy(piece, filled + 2, start + 2, end);
      piece.writeBigInt64BE(bigint, filled + SECOND);
      filled += end - start;
      filled = piece.writeInt32BE(last, piece.writeInt32BE(4, filled));
    }
    yield piece.subarray(0, filled);
    yield CopyRows.TRAILER;
  }

  /** The third bigint of some of the rows. @param buffers all buffers */
  thirdsOf(rows: readonly number[], buffers: readonly Buffer[]): string[] {
    return rows.map((row) => String(buffers[this.buffers[row]!]!.readBigInt64BE(this.starts[row]! + THIRD)));
  }

  /** The number of rows that equal an earlier row. */
  async duplicates(): Promise<number> {
    const known = new HashMultiset(this.count);
    let count = 0;
    for (let row = 0; row < this.count; row += 1) {
      if (!known.add(this.highs[row]!, this.lows[row]!)) count += 1;
      if (row % AT_ONCE === AT_ONCE - 1) await turn();
    }
    known.release();
    return count;
  }

  /** Frees the memory; call nothing afterwards. */
  release(): void {
    for (const array of [this.highs, this.lows, this.buffers, this.starts, this.ends]) discard(array);
  }

  private grow(): void {
    const larger = (known: Int32Array) => {
      const array = new Int32Array(2 * known.length);
      array.set(known);
      discard(known);
      return array;
    };
    this.highs = larger(this.highs);
    this.lows = larger(this.lows);
    this.buffers = larger(this.buffers);
    this.starts = larger(this.starts);
    this.ends = larger(this.ends);
  }
}
