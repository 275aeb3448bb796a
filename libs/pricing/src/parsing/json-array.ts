import { type Buffer, isAscii, isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { malformed } from '@app/platform/core';
import { HeldBytes } from './held-bytes.js';
import { parseExactly } from './parse-exactly.js';

/** The kind of a body. `empty`: only white space; `other`: valid JSON that is not an array. */
export interface ArrayBody {
  kind: 'empty' | 'array' | 'other';
  bytes: number;
}

interface ArrayReading {
  /** elements per batch; fewer if they are large */
  batch: number;
  /** maximum levels of nesting, including the outer array */
  maxDepth: number;
  /** Receives the elements of a batch. An exception ends the reading. */
  onBatch(elements: unknown[], firstIndex: number): void | Promise<void>;
}

/** Bytes after which a batch ends early, because parsing more at once would stall the event loop for milliseconds. */
const BATCH_BYTES = 128 * 1024;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
// Bytes of the JSON grammar (RFC 8259).
const TAB = 9, LINE_FEED = 10, CARRIAGE_RETURN = 13, SPACE = 32; // oxfmt-ignore
const QUOTE = 34, COMMA = 44, OPEN_BRACKET = 91, BACKSLASH = 92, CLOSE_BRACKET = 93, OPEN_BRACE = 123, CLOSE_BRACE = 125; // oxfmt-ignore
/** The bit that turns a bracket into a brace. */
const TO_BRACE = 0x20;

/**
 * Passes on the elements of the top-level array in `chunks`, batch by batch as they arrive, and yields to the event loop in
 * between. Accepts what JSON.parse accepts, with the same values; a byte order mark may come first.
 * An error is found when its batch is parsed; earlier batches have been passed on by then.
 *
 * An error closes `chunks`, as `for await` does, which closes the socket of a request: to respond, pass
 * `request.iterator({ destroyOnReturn: false })`.
 *
 * @throws Problem for invalid JSON or UTF-8, excessive nesting or a value that is too large; and anything that `onBatch` throws
 */
export async function readJsonArray(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  options: ArrayReading,
): Promise<ArrayBody> {
  const splitter = new ArraySplitter(options);
  let received = 0;
  let index = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
    for (const elements of splitter.push(chunk)) {
      await options.onBatch(elements, index);
      index += elements.length;
      await setImmediate();
    }
  }
  return { kind: splitter.end(), bytes: received };
}

/**
 * Splits at the commas between elements and leaves the rest of the grammar to JSON.parse, which sees every byte of the array.
 * Checks here what splitting would hide from it: missing elements next to a split, and the text around the array.
 */
class ArraySplitter {
  private state: 'before' | 'array' | 'after' | 'other' = 'before';
  private markBytes = 0;
  private depth = 0;
  private inString = false;
  /** 1 if the next byte is escaped */
  private skip = 0;
  private commas = 0;
  private hasCut = false;
  private readonly held = new HeldBytes();

  constructor(private readonly reading: ArrayReading) {}

  /** Processes the next bytes and yields the completed batches. */
  *push(chunk: Buffer): Generator<unknown[]> {
    let at = this.state === 'before' ? this.begin(chunk) : 0;
    while (this.state === 'array' && at < chunk.length) {
      const stop = this.scan(chunk, at);
      this.held.append(chunk, at, stop);
      if (stop === chunk.length) return;
      const elements = this.closeBatch(chunk[stop]!);
      if (elements.length > 0) yield elements;
      at = stop + 1;
    }
    if (this.state === 'other') this.held.append(chunk, at, this.scan(chunk, at));
    else if (this.state === 'after' && skipSpace(chunk, at) < chunk.length) throw notJson();
  }

  end(): ArrayBody['kind'] {
    if (this.state === 'array' || this.isMarkBroken()) throw notJson();
    if (this.state === 'before') return 'empty';
    if (this.state === 'other') parse(this.held.bytes());
    return this.state === 'other' ? 'other' : 'array';
  }

  /** Skips white space and the byte order mark before the value. @returns the offset at which to continue */
  private begin(chunk: Buffer): number {
    let at = 0;
    while (at < chunk.length && this.markBytes < 3 && chunk[at] === BYTE_ORDER_MARK[this.markBytes]) {
      this.markBytes += 1;
      at += 1;
    }
    if (at === chunk.length) return at;
    if (this.isMarkBroken()) throw notJson();
    this.markBytes = 3;
    at = skipSpace(chunk, at);
    if (at === chunk.length) return at;
    if (chunk[at] !== OPEN_BRACKET) {
      this.state = 'other';
      return at;
    }
    this.state = 'array';
    this.depth = 1;
    this.held.add(OPEN_BRACKET);
    return at + 1;
  }

  private isMarkBroken(): boolean {
    return this.markBytes === 1 || this.markBytes === 2;
  }

  /** @returns the end of the batch, at a comma or the closing bracket of the array; `chunk.length` if it continues */
  private scan(chunk: Buffer, from: number): number {
    const topLevel = this.state === 'array' ? 1 : -1;
    const { length } = chunk;
    const { batch, maxDepth } = this.reading;
    const full = from + BATCH_BYTES - this.held.length;
    let { depth, inString, commas } = this;
    let at = from + this.skip;
    // Two tight loops, inside and outside of strings, because this visits every byte of a body.
    scanning: while (at < length) {
      if (inString) {
        let byte = chunk[at]!;
        while (byte !== QUOTE && byte !== BACKSLASH && ++at < length) byte = chunk[at]!;
        if (at >= length) break;
        inString = byte === BACKSLASH;
        at += inString ? 2 : 1;
        continue;
      }
      for (; at < length; at += 1) {
        const byte = chunk[at]!;
        if (byte > COMMA && byte < OPEN_BRACKET) continue;
        if (byte === QUOTE) {
          inString = true;
          at += 1;
          break;
        }
        if (byte === COMMA) {
          if (depth === topLevel && (++commas >= batch || at >= full)) break scanning;
        } else if ((byte | TO_BRACE) === OPEN_BRACE) {
          if (++depth > maxDepth) throw malformedJson(`The body is nested deeper than ${maxDepth} levels`);
        } else if ((byte | TO_BRACE) === CLOSE_BRACE) {
          if (depth === topLevel) break scanning;
          depth -= 1;
        }
      }
    }
    this.skip = Math.max(0, at - length);
    this.depth = depth;
    this.inString = inString;
    this.commas = commas;
    return Math.min(at, length);
  }

  /** @param end position of the comma after the batch, or of the closing bracket; JSON.parse rejects a brace there */
  private closeBatch(end: number): unknown[] {
    const isLast = end !== COMMA;
    this.held.add(isLast ? end : CLOSE_BRACKET);
    const elements = parse(this.held.bytes()) as unknown[];
    if (elements.length === 0 && (this.hasCut || !isLast)) throw notJson();
    this.held.truncate(isLast ? 0 : 1);
    this.hasCut = true;
    this.commas = 0;
    if (isLast) this.state = 'after';
    return elements;
  }
}

const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;

function skipSpace(chunk: Buffer, from: number): number {
  let at = from;
  while (at < chunk.length && isSpace(chunk[at]!)) at += 1;
  return at;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notUtf8();
  // ASCII decoded as Latin-1 yields a string with one byte per character, which parses fastest.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  try {
    return parseExactly(text);
  } catch {
    throw notJson(); // omits the cause, because its message quotes the body
  }
}

// Messages that do not quote the body.
const malformedJson = (message: string) => malformed('malformed_json', message);
const notUtf8 = () => malformedJson('The body is not valid UTF-8');
const notJson = () => malformedJson('The body is not valid JSON');
