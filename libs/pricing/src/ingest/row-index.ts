import { Buffer } from 'node:buffer';
import { CopyRows } from './copy-rows.js';

const FIRST = 1_024;
/** Bytes that are copied at once. */
const PIECE = 64 * 1024;

/** Where each row is, and its hash: for those who want some of the rows. Numbers outside the heap. */
export class RowIndex {
  count = 0;
  private highs = new Int32Array(FIRST);
  private lows = new Int32Array(FIRST);
  private buffers = new Int32Array(FIRST);
  private starts = new Int32Array(FIRST);
  private ends = new Int32Array(FIRST);

  /** @param buffer in which the row is, with where it begins and ends there */
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

  /** Some of the rows, for a COPY of their own. @param buffers in which all of them are */
  *copyOf(rows: Iterable<number>, buffers: readonly Buffer[]): Generator<Buffer> {
    let piece = Buffer.allocUnsafe(PIECE);
    let filled = CopyRows.begin(piece);
    for (const row of rows) {
      const [source, start, end] = [buffers[this.buffers[row]!]!, this.starts[row]!, this.ends[row]!];
      if (filled + end - start > piece.length) {
        yield piece.subarray(0, filled);
        piece = Buffer.allocUnsafe(Math.max(PIECE, end - start));
        filled = 0;
      }
      filled += source.copy(piece, filled, start, end);
    }
    yield piece.subarray(0, filled);
    yield CopyRows.TRAILER;
  }

  private grow(): void {
    const larger = (known: Int32Array) => {
      const array = new Int32Array(2 * known.length);
      array.set(known);
      return array;
    };
    this.highs = larger(this.highs);
    this.lows = larger(this.lows);
    this.buffers = larger(this.buffers);
    this.starts = larger(this.starts);
    this.ends = larger(this.ends);
  }
}
