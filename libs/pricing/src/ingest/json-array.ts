import { type Buffer, isAscii, isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { malformed } from '@app/platform/core';
import { HeldBytes } from './held-bytes.js';
import { isSpace } from './json-bytes.js';
import { parseExactly } from './parse-exactly.js';

/** What a body was. `empty`: no byte but white space; `other`: valid JSON that is not an array. */
export interface ArrayBody {
  kind: 'empty' | 'array' | 'other';
  bytes: number;
}

export interface ArrayReading {
  /** Elements handed over at once; fewer where they are large. */
  batch: number;
  /** Levels of nesting; the outer array is the first. */
  maxDepth: number;
  /**
   * May take elements from the bytes before JSON.parse sees them: some of those that are whole and have a comma after them,
   * at most `batch`.
   * @param from where an element begins, if white space is passed over
   * @returns how many it took, and where the next begins
   */
  take?(bytes: Buffer, from: number): Taken;
  /** Gets the elements that were not taken, none when all were; what it throws ends the reading. */
  onBatch(elements: unknown[], firstIndex: number): void | Promise<void>;
}

export interface Taken {
  count: number;
  next: number;
}

interface Batch {
  /** elements that `take` took, or else those that were parsed */
  taken: number;
  elements: unknown[];
  bytes: number;
}

/** Bytes after which others have their turn. */
const TURN_BYTES = 32 * 1024;

/** Bytes after which a batch is closed early: to parse more at once would stall the event loop for milliseconds. */
const BATCH_BYTES = 128 * 1024;

/** So often a single element is parsed by itself where none was taken, in the hope that the next one is. */
const MISSES = 3;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
// As in json-bytes.ts.
const QUOTE = 34, COMMA = 44, OPEN_BRACKET = 91, BACKSLASH = 92, CLOSE_BRACKET = 93, OPEN_BRACE = 123, CLOSE_BRACE = 125; // prettier-ignore
/** Makes a brace of the bracket of its side, and of no other byte. */
const TO_BRACE = 0x20;

/**
 * Hands over the elements of the top-level array in `chunks`, batch by batch while it arrives, and yields to the event
 * loop in between. Accepts what JSON.parse accepts and gives the same values; a byte order mark may come first.
 * A fault is found when its batch is parsed: earlier batches have been handed over by then.
 *
 * An error closes `chunks`, as `for await` does. A request closes its socket with it: to answer one, pass
 * `request.iterator({ destroyOnReturn: false })`.
 *
 * @throws Problem when it is not JSON in UTF-8, or nested too deeply, or one value is too large; and whatever `onBatch` throws
 */
export async function readJsonArray(chunks: AsyncIterable<Buffer>, options: ArrayReading): Promise<ArrayBody> {
  const splitter = new ArraySplitter(options);
  let received = 0;
  let index = 0;
  let turn = { bytes: 0, elements: 0 };
  for await (const chunk of chunks) {
    received += chunk.length;
    for (const { taken, elements, bytes } of splitter.push(chunk)) {
      index += taken;
      await options.onBatch(elements, index);
      index += elements.length;
      turn = { bytes: turn.bytes + bytes, elements: turn.elements + taken + elements.length };
      if (turn.bytes < TURN_BYTES && turn.elements < options.batch) continue;
      await setImmediate();
      turn = { bytes: 0, elements: 0 };
    }
  }
  return { kind: splitter.end(), bytes: received };
}

/**
 * Finds the commas between elements and leaves the rest of the grammar to JSON.parse, which sees every byte of the
 * array. What cutting would hide from it is checked here: an empty place beside a cut, and what stands around the array.
 */
class ArraySplitter {
  private state: 'before' | 'array' | 'after' | 'other' = 'before';
  private markBytes = 0;
  private depth = 0;
  private inString = false;
  /** 1 when the next byte is escaped by the last one seen. */
  private skip = 0;
  private commas = 0;
  private hasCut = false;
  /** How often nothing was taken since something was: at first it is probably an element that the chunk has cut in two. */
  private misses = 0;
  private readonly held = new HeldBytes();

  constructor(private readonly reading: ArrayReading) {}

  /** Takes the next bytes and gives the batches they complete. */
  *push(chunk: Buffer): Generator<Batch> {
    let at = this.state === 'before' ? this.begin(chunk) : 0;
    while (this.state === 'array' && at < chunk.length) {
      const taken = this.take(chunk, at);
      if (taken) {
        yield taken;
        at += taken.bytes;
        continue;
      }
      const stop = this.scan(chunk, at);
      this.held.append(chunk, at, stop);
      if (stop === chunk.length) return;
      const elements = this.closeBatch(chunk[stop]!);
      if (elements.length > 0) yield { taken: 0, elements, bytes: stop - at };
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

  /** Passes what may stand before the value; returns where to go on. */
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

  /** What the reader takes from here, where no element is under way. */
  private take(chunk: Buffer, from: number): Batch | undefined {
    if (!this.reading.take || this.held.length > 1 || this.inString || this.depth !== 1) return undefined;
    const { count, next } = this.reading.take(chunk, from);
    this.misses = count === 0 ? this.misses + 1 : 0;
    if (count === 0) return undefined;
    if (!isUtf8(chunk.subarray(from, next))) throw notUtf8();
    this.hasCut = true;
    return { taken: count, elements: [], bytes: next - from };
  }

  /** Returns where the batch ends, at a comma or a closing bracket of the array, or `chunk.length` if it goes on. */
  private scan(chunk: Buffer, from: number): number {
    const topLevel = this.state === 'array' ? 1 : -1;
    const { length } = chunk;
    const { maxDepth } = this.reading;
    const batch = this.reading.take && this.misses <= MISSES ? 1 : this.reading.batch;
    const full = from + BATCH_BYTES - this.held.length;
    let { depth, inString, commas } = this;
    let at = from + this.skip;
    // Two short loops, one in strings and one between them: this looks at every byte of a body.
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

  /** `end` is the comma after the batch or what closes the array: a brace there is left for JSON.parse to refuse. */
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

function skipSpace(chunk: Buffer, from: number): number {
  let at = from;
  while (at < chunk.length && isSpace(chunk[at]!)) at += 1;
  return at;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw notUtf8();
  // ASCII read as Latin-1 gives a string of one byte a character, which parses fastest.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  try {
    return parseExactly(text);
  } catch {
    throw notJson(); // without the cause, whose message quotes the body
  }
}

// None of them quotes the body.
const malformedJson = (message: string) => malformed('malformed_json', message);
const notUtf8 = () => malformedJson('The body is not valid UTF-8');
const notJson = () => malformedJson('The body is not valid JSON');
