import { isUtf8 } from 'node:buffer';

/** Rows of different width that are listed; further ones are only counted. */
const NAMED = 100;

const NUL = 0, LF = 10, CR = 13, SPACE = 32, TAB = 9, QUOTE = 34, COMMA = 44; // oxfmt-ignore
const BOM = [0xef, 0xbb, 0xbf];

type State = 'field' | 'bare' | 'quoted' | 'closed';

/**
 * Validates a table against RFC 4180 as its bytes arrive, without keeping them: UTF-8 with an optional byte order mark, a header
 * row, rows of equal width, quoted fields that may span lines. Lines end in LF, CRLF or CR and are numbered as in an editor.
 */
export class Csv {
  private readonly errors: string[] = [];
  private otherWidths = 0;
  private broken = false;

  private state: State = 'field';
  /** current line, first line of its row, and line of the last opening quote; from 1 */
  private line = 1;
  private rowLine = 1;
  private quoteLine = 1;
  /** completed fields of the row */
  private fields = 0;
  private width: number | undefined;
  private headerIsBlank = true;
  private afterCr = false;
  /** bytes of a byte order mark read so far; undefined when none can follow */
  private mark: number | undefined = 0;
  /** first bytes of a character that continues in the next chunk */
  private cut: Buffer = Buffer.alloc(0);

  update(chunk: Buffer): void {
    if (this.broken) return;
    const bytes = this.cut.length > 0 ? Buffer.concat([this.cut, chunk]) : chunk;
    const whole = bytes.length - openAtEnd(bytes);
    const before = this.cut.length;
    this.cut = Buffer.from(bytes.subarray(whole));
    if (isUtf8(bytes.subarray(0, whole))) return this.read(chunk);
    this.read(chunk.subarray(0, Math.max(0, firstLineOfOther(bytes) - before)));
    if (!this.broken) this.break(`must be UTF-8: line ${this.line} is not`);
  }

  /** @returns the errors of the table, naming lines; empty if it is valid */
  end(): readonly string[] {
    if (this.broken) return this.errors;
    if (this.cut.length > 0) this.break(`must be UTF-8: line ${this.line} is not`);
    else if (this.state === 'quoted')
      this.break(`must close its quotes: the one on line ${this.quoteLine} is not closed`);
    else if (this.state !== 'field' || this.fields > 0) this.endRow();
    if (!this.broken && this.width === undefined) this.break('must have a header row: line 1 is empty');
    return this.errors;
  }

  private read(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.broken; at++) {
      const byte = bytes[at]!;
      if (this.mark !== undefined && this.isMark(byte)) continue;
      if (byte === LF && this.afterCr) this.afterCr = false;
      else {
        this.afterCr = byte === CR;
        if (byte === LF || byte === CR) this.lineBreak();
        else if (byte === NUL) this.break(`must be text: line ${this.line} contains a NUL`);
        else this.character(byte);
      }
    }
  }

  private isMark(byte: number): boolean {
    const seen = this.mark!;
    if (byte === BOM[seen]) {
      this.mark = seen === 2 ? undefined : seen + 1;
      return true;
    }
    this.mark = undefined;
    if (seen > 0) this.state = 'bare';
    return false;
  }

  private character(byte: number): void {
    switch (this.state) {
      case 'quoted':
        if (byte === QUOTE) this.state = 'closed';
        else this.fill(byte);
        return;
      case 'closed':
        if (byte === QUOTE) this.state = 'quoted';
        else if (byte === COMMA) this.endField();
        else this.break(`must have a comma after a closing quote: line ${this.line} has something else`);
        return;
      default:
        if (byte === COMMA) this.endField();
        else if (byte !== QUOTE) {
          this.state = 'bare';
          this.fill(byte);
        } else if (this.state === 'field') {
          this.state = 'quoted';
          this.quoteLine = this.line;
        } else this.break(`must quote a field that contains a quote: line ${this.line} does not`);
    }
  }

  private fill(byte: number): void {
    if (byte !== SPACE && byte !== TAB) this.headerIsBlank = false;
  }

  private lineBreak(): void {
    if (this.state !== 'quoted') this.endRow();
    this.line += 1;
    if (this.state !== 'quoted') this.rowLine = this.line;
  }

  private endField(): void {
    this.fields += 1;
    this.state = 'field';
  }

  private endRow(): void {
    this.endField();
    if (this.width === undefined) this.readHeader();
    else if (this.fields !== this.width) {
      this.otherWidths += 1;
      if (this.otherWidths <= NAMED)
        this.errors.push(
          `must have rows of one width: line ${this.rowLine} has ${count(this.fields)}, the header ${this.width}`,
        );
    }
    this.fields = 0;
  }

  private readHeader(): void {
    this.width = this.fields;
    if (this.headerIsBlank) this.break('must have a header row: line 1 is empty');
  }

  /** Stops at an error after which nothing can be validated. */
  private break(error: string): void {
    this.errors.push(error);
    this.broken = true;
  }

  /** Rows of different width that `end` does not list. */
  get unlisted(): number {
    return Math.max(this.otherWidths - NAMED, 0);
  }
}

const count = (fields: number): string => (fields === 1 ? '1 field' : `${fields} fields`);

/** The number of bytes at the end that start an incomplete character. */
function openAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
  }
  return 0;
}

/** Start of the first line that is not UTF-8; line breaks never occur inside a character. */
function firstLineOfOther(bytes: Buffer): number {
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) continue;
    if (!isUtf8(bytes.subarray(start, at))) return start;
    start = at + 1;
  }
  return start;
}
