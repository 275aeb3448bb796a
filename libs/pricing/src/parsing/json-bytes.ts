import { Buffer } from 'node:buffer';
import type { Member } from './json-member.js';

/** Not exported, because looking up a variable of another module at every use makes parsing a fifth slower. */
const TAB = 9, LINE_FEED = 10, CARRIAGE_RETURN = 13, SPACE = 32, QUOTE = 34, COMMA = 44, ZERO = 48, NINE = 57, COLON = 58,
  OPEN_BRACKET = 91, BACKSLASH = 92, CLOSE_BRACKET = 93, OPEN_BRACE = 123, CLOSE_BRACE = 125; // oxfmt-ignore
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));
export const NULL_WORD = WORDS[2]!;

/** Maximum digits of an integer on the fast path. */
const MAX_DIGITS = 10;
/** Maximum fields of an object on the fast path, because each name is compared with all before it. */
const MAX_FIELDS = 8;
/** Maximum nesting of a value that is parsed separately. The limit for bodies is checked elsewhere. */
const MAX_DEPTH = 2;

export const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;

export const isAfterValue = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);

/** Recognises values in the bytes of JSON. */
export class JsonBytes {
  protected bytes: Buffer = Buffer.alloc(0);
  /** position up to which unchecked reads stay inside the buffer, because out-of-bounds reads deoptimise the code */
  protected limit = 0;
  /** names of the fields of an object, with their quotes */
  private readonly nameFrom = new Int32Array(MAX_FIELDS);
  private readonly nameTo = new Int32Array(MAX_FIELDS);

  protected isAt(at: number, text: Uint8Array): boolean {
    const { bytes } = this;
    for (let offset = 0; offset < text.length; offset += 1) if (bytes[at + offset] !== text[offset]) return false;
    return true;
  }

  protected skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    while (at < bytes.length && isSpace(bytes[at]!)) at += 1;
    return at;
  }

  /** Parses digits; NaN for anything else. */
  protected digits(from: number, to: number): number {
    let value = 0;
    for (let at = from; at < to; at += 1) {
      const digit = this.bytes[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) return NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** The position of the closing quote of a text without escapes, or -1. */
  protected plainEnd(from: number): number {
    const { bytes } = this;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte < SPACE || byte === BACKSLASH) return -1;
    }
    return -1;
  }

  /** The end of a value; -1 if it is nested too deeply or incomplete. */
  protected valueEnd(from: number): number {
    const { bytes } = this;
    let depth = 0;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE) {
        at += 1;
        while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
        if (depth === 0) return at < bytes.length ? at + 1 : -1;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        depth += 1;
        if (depth > MAX_DEPTH) return -1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && byte === COMMA) return at;
    }
    return -1;
  }

  /** The end of an object with only plain texts, integers, `true`, `false` and `null`, formatted as by JSON.stringify; otherwise -1. */
  protected plainFieldsEnd(from: number, fields: NonNullable<Member['fields']>): number {
    const { bytes, limit } = this;
    if (bytes[from] !== OPEN_BRACE) return -1;
    let at = from + 1;
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (let count = 0; count < Math.min(MAX_FIELDS, fields.max); count += 1) {
      const first = bytes[at + 1]!;
      // JavaScript objects put numeric names first, regardless of their position.
      if (bytes[at] !== QUOTE || (first >= ZERO && first <= NINE)) return -1;
      const end = this.plainEnd(at + 1);
      if (end < 0 || end - at - 1 > fields.name || this.hasName(count, at, end + 1)) return -1;
      if (end > limit || bytes[end + 1] !== COLON) return -1;
      at = this.fieldEnd(end + 2, fields.value);
      if (at < 0 || at > limit) return -1;
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at += 1;
    }
    return -1;
  }

  private fieldEnd(from: number, max: number): number {
    const { bytes } = this;
    const first = bytes[from]!;
    if (first === QUOTE) {
      const end = this.plainEnd(from + 1);
      return end < 0 || end - from - 1 > max ? -1 : end + 1;
    }
    if (first >= ZERO && first <= NINE) {
      let at = from + 1;
      while (at - from <= MAX_DIGITS && bytes[at]! >= ZERO && bytes[at]! <= NINE) at += 1;
      return at - from > MAX_DIGITS || (first === ZERO && at - from > 1) || !isAfterValue(bytes[at]!) ? -1 : at;
    }
    const word = WORDS.find((known) => this.isAt(from, known));
    return word ? from + word.length : -1;
  }

  /** Whether the quoted name from `at` to `end` is among the `count` fields before it. */
  private hasName(count: number, at: number, end: number): boolean {
    const { bytes, nameFrom, nameTo } = this;
    for (let field = 0; field < count; field += 1) {
      const from = nameFrom[field]!;
      let offset = nameTo[field]! - from === end - at ? 0 : -1;
      while (offset >= 0 && offset < end - at && bytes[from + offset] === bytes[at + offset]) offset += 1;
      if (offset === end - at) return true;
    }
    nameFrom[count] = at;
    nameTo[count] = end;
    return false;
  }
}
