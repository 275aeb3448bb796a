import { Buffer } from 'node:buffer';
import { MiB, Problem } from '@app/platform/core';

/** Maximum size of a value that must be parsed at once (one element, or a body that is not an array); bounds the stall. */
const MAX_VALUE_BYTES = 2 * MiB;

/** A buffer that grows by doubling and is reused for every batch. */
export class HeldBytes {
  length = 0;
  private buffer = Buffer.allocUnsafeSlow(16 * 1024);

  add(byte: number): void {
    this.reserve(1);
    this.buffer[this.length] = byte;
    this.length += 1;
  }

  append(source: Buffer, from: number, to: number): void {
    this.reserve(to - from);
    this.length += source.copy(this.buffer, this.length, from, to);
  }

  /** The buffered bytes; valid until the next change. */
  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  truncate(length: number): void {
    this.length = length;
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed > MAX_VALUE_BYTES) throw valueTooLarge();
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

const valueTooLarge = () =>
  new Problem('too_large', 'body_too_large', `A value of the body must not exceed ${MAX_VALUE_BYTES / MiB} MiB`);
