import { Buffer } from 'node:buffer';

export type CopyValue = string | number | boolean | null | undefined;

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Length, in UTF-16 units, at which collected lines become a Buffer. */
const BUFFER_LENGTH = 64 * 1024;

/**
 * One line, with its newline, of the text format of `COPY ... FROM STDIN` (PostgreSQL manual, COPY, File Formats).
 * null and undefined become \N. Postgres refuses U+0000, and a lone surrogate would be stored as U+FFFD: neither may
 * get here.
 */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  for (let at = 0; at < values.length; at += 1) {
    if (at > 0) line += '\t';
    line += copyField(values[at]);
  }
  return line + '\n';
}

function copyField(value: CopyValue): string {
  if (typeof value === 'string') {
    return SPECIAL.test(value) ? value.replace(EVERY_SPECIAL, (character) => ESCAPES[character]!) : value;
  }
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return String(value);
}

/** Lines for one COPY, kept as UTF-8 in Buffers of about 64 KiB: outside the heap, ready to be streamed. */
export class CopyBuffer {
  private readonly buffers: Buffer[] = [];
  private pending = '';
  private flushedBytes = 0;
  private lines = 0;

  /** Takes a line of `copyLine`. */
  append(line: string): void {
    this.pending += line;
    this.lines += 1;
    if (this.pending.length >= BUFFER_LENGTH) this.flush();
  }

  /** All lines in order. */
  finish(): Buffer[] {
    this.flush();
    return this.buffers;
  }

  /** The lines that make up whole Buffers; it grows. */
  get full(): readonly Buffer[] {
    return this.buffers;
  }

  /** Bytes appended so far. */
  get byteLength(): number {
    return this.flushedBytes + Buffer.byteLength(this.pending);
  }

  get rows(): number {
    return this.lines;
  }

  private flush(): void {
    if (this.pending === '') return;
    const buffer = Buffer.from(this.pending);
    this.buffers.push(buffer);
    this.flushedBytes += buffer.length;
    this.pending = '';
  }
}
