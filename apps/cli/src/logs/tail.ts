import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

const NEWLINE = 0x0a;

/** Follows a log that is truncated on rotation. */
export class Tail {
  private offset = 0;
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly path: string) {}

  /** Returns the complete lines written since the last call. */
  read(): string[] {
    const bytes = Buffer.concat([this.rest, this.appended()]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.rest = bytes.subarray(end);
    return linesOf(bytes.subarray(0, end));
  }

  private appended(): Buffer {
    if (!existsSync(this.path)) return Buffer.alloc(0);
    const file = openSync(this.path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size < this.offset) this.offset = 0;
      const bytes = Buffer.alloc(size - this.offset);
      const read = readSync(file, bytes, 0, bytes.length, this.offset);
      this.offset += read;
      return bytes.subarray(0, read);
    } finally {
      closeSync(file);
    }
  }
}

/** Yields the lines of the rotated logs, the newest file first. */
export function* linesPutAside(path: string): Generator<string[]> {
  for (let at = 1; existsSync(`${path}.${at}`); at++) yield linesOf(readFileSync(`${path}.${at}`));
}

const linesOf = (bytes: Buffer): string[] => bytes.toString().split('\n').filter(Boolean);
