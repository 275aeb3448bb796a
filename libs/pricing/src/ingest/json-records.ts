import { isDay, type JsonSchema } from '@app/platform/core';
import { Buffer } from 'node:buffer';
import { type CopyRows, dayOf } from './copy-rows.js';
import { parseExactly } from './parse-exactly.js';
import { type ColumnType, type Member, memberOf } from './json-member.js';

/** What is known of a member of the object that is looked at. */
const ABSENT = 0;
const NULL = 1;
const BYTES = 2;
const NUMBER = 3;
const STRING = 4;

const TAB = 9, LINE_FEED = 10, CARRIAGE_RETURN = 13, SPACE = 32, QUOTE = 34, COMMA = 44, MINUS = 45, ZERO = 48, NINE = 57, COLON = 58,
  OPEN_BRACKET = 91, BACKSLASH = 92, CLOSE_BRACKET = 93, OPEN_BRACE = 123, CLOSE_BRACE = 125, DELETE = 127; // prettier-ignore
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));
const NULL_WORD = WORDS[2]!;

/** Bytes of a date, an integer or a word, with what is looked at around it. */
const REACH = 24;
/** Digits of an integer that is surely one. */
const DIGITS = 10;
/** Levels of a value that is parsed by itself; how deep a body may be is looked at elsewhere. */
const DEPTH = 2;
/** Of so many fields each name is compared with all before it. */
const FIELDS = 8;

/**
 * Takes objects of one schema from the bytes of a JSON array straight to rows, without making them: most are plain, of
 * members that the schema knows, without escapes. A value that is not is parsed and checked by itself; an object that is
 * unusual beyond that, or wrong, is left to JSON.parse and the schema, which tell what is wrong with it. So what is taken
 * here is what they would take, and becomes the same row (json-records.spec.ts).
 */
export class JsonRecords {
  private readonly members: Member[];
  private readonly written: number[];
  private readonly state: Uint8Array;
  private readonly number: Int32Array;
  private readonly to: Int32Array;
  private readonly string: string[] = [];
  private readonly nameFrom = new Int32Array(FIELDS);
  private readonly nameTo = new Int32Array(FIELDS);
  /** which member came after which in the object before */
  private readonly order: number[] = [];
  private bytes: Buffer = Buffer.alloc(0);
  private position = 0;
  /** Up to here nothing that is looked at without asking lies beyond the bytes: what Node reads there makes everything slow. */
  private limit = 0;
  private readonly reach: number;

  /**
   * @param columns of each property of the schema, in the order of the row
   * @param isHashed whether a hash of them comes after the last
   */
  constructor(
    schema: JsonSchema,
    columns: Record<string, ColumnType>,
    private readonly isHashed = false,
  ) {
    const properties = schema['properties'] as Record<string, JsonSchema>;
    const required = schema['required'] as string[];
    const names = Object.keys(properties);
    this.members = names.map((name) => memberOf(name, properties[name]!, columns[name] ?? 'none', required));
    this.reach = REACH + Math.max(...this.members.map(({ name }) => name.length));
    this.written = Object.keys(columns).map((name) => names.indexOf(name));
    this.state = new Uint8Array(names.length);
    this.number = new Int32Array(names.length);
    this.to = new Int32Array(names.length);
  }

  /** How many columns a row has. */
  get columns(): number {
    return this.written.length + (this.isHashed ? 1 : 0);
  }

  /**
   * @param bytes of an array in JSON
   * @param from where one of its elements begins
   * @param most how many it may take
   * @returns how many were taken, each with the comma after it, and where the next begins
   */
  take(bytes: Buffer, from: number, most: number, rows: CopyRows): { count: number; next: number } {
    this.bytes = bytes;
    this.limit = bytes.length - this.reach;
    let next = from;
    let count = 0;
    for (; count < most; count += 1) {
      this.position = this.skipSpace(next);
      if (!this.object()) break;
      const end = this.skipSpace(this.position);
      if (end === bytes.length || bytes[end] !== COMMA) break;
      this.write(rows);
      next = end + 1;
    }
    return { count, next };
  }

  /** An object that was parsed, and is valid. */
  add(element: Record<string, unknown>, rows: CopyRows): void {
    this.state.fill(ABSENT);
    for (const [index, { name, type }] of this.members.entries()) {
      const key = Buffer.from(name.subarray(1, -1)).toString();
      if (type !== 'none' && Object.hasOwn(element, key)) this.keep(index, element[key]);
    }
    this.write(rows);
  }

  private write(rows: CopyRows): void {
    rows.begin();
    for (const index of this.written) {
      const state = this.state[index];
      if (state === BYTES) rows.bytes(this.bytes, this.number[index]!, this.to[index]!);
      else if (state === NUMBER) rows.int32(this.number[index]!);
      else if (state === STRING) rows.text(this.string[index]!);
      else rows.null();
    }
    if (this.isHashed) rows.hash();
  }

  /** Whether a plain object is at the position, which then is behind it. */
  private object(): boolean {
    const { bytes, members, state, order, limit } = this;
    if (this.position > limit || bytes[this.position] !== OPEN_BRACE) return false;
    state.fill(ABSENT);
    let at = this.skipSpace(this.position + 1);
    for (let place = 0; ; place += 1) {
      if (at > limit) return false;
      let index = order[place] ?? 0;
      if (!this.isAt(at, members[index]!.name)) {
        index = this.memberAt(at);
        if (index < 0) return false;
        order[place] = index;
      }
      if (state[index] !== ABSENT) return false;
      at += members[index]!.name.length;
      if (bytes[at] !== COLON) at = this.skipSpace(at);
      if (at === bytes.length || bytes[at] !== COLON) return false;
      at = this.skipSpace(at + 1);
      if (at > limit) return false;
      at = this.value(index, at);
      if (at < 0) return false;
      at = this.skipSpace(at);
      if (at === bytes.length) return false;
      if (bytes[at] === CLOSE_BRACE) break;
      if (bytes[at] !== COMMA) return false;
      at = this.skipSpace(at + 1);
    }
    for (let index = 0; index < members.length; index += 1)
      if (state[index] === ABSENT && members[index]!.isRequired) return false;
    this.position = at + 1;
    return true;
  }

  /** Which member's name is there, or -1. Not where the position is: what a function in a function sees is kept on the heap. */
  private memberAt(at: number): number {
    return this.members.findIndex(({ name }) => this.isAt(at, name));
  }

  /** Takes the value; gives where it ends, or -1. */
  private value(index: number, at: number): number {
    const member = this.members[index]!;
    let end = -1;
    if (member.plain === 'text') end = this.plainText(member, index, at);
    else if (member.plain === 'integer') end = this.plainInteger(member, index, at);
    else if (member.plain === 'date') end = this.plainDate(index, at);
    else if (member.plain === 'fields') end = this.plainFields(member, index, at);
    if (end >= 0) return end;
    if (member.isNullable && this.isAt(at, NULL_WORD)) {
      this.state[index] = NULL;
      return at + NULL_WORD.length;
    }
    return this.parsed(member, index, at);
  }

  private plainText({ least, most, isFilled }: Member, index: number, at: number): number {
    const { bytes } = this;
    if (bytes[at] !== QUOTE) return -1;
    const first = bytes[at + 1]!;
    if (isFilled && (first <= SPACE || first >= DELETE)) return -1;
    const end = this.plainEnd(at + 1);
    if (end < 0 || end - at - 1 > most || end - at - 1 < least) return -1;
    this.state[index] = BYTES;
    this.number[index] = at + 1;
    this.to[index] = end;
    return end + 1;
  }

  /** The quote after a text without escapes, or -1. */
  private plainEnd(from: number): number {
    const { bytes } = this;
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte < SPACE || byte === BACKSLASH) return -1;
    }
    return -1;
  }

  private plainInteger({ least, most }: Member, index: number, from: number): number {
    const { bytes } = this;
    let value = 0;
    let at = from;
    for (; at - from <= DIGITS; at += 1) {
      const byte = bytes[at]!;
      if (!(byte >= ZERO && byte <= NINE)) break;
      value = value * 10 + byte - ZERO;
    }
    if (at === from || at - from > DIGITS || (bytes[from] === ZERO && at - from > 1)) return -1;
    if (!isAfterValue(bytes[at]!) || value < least || value > most) return -1;
    this.state[index] = NUMBER;
    this.number[index] = value;
    return at;
  }

  private plainDate(index: number, at: number): number {
    const { bytes } = this;
    if (bytes[at] !== QUOTE || bytes[at + 5] !== MINUS || bytes[at + 8] !== MINUS || bytes[at + 11] !== QUOTE)
      return -1;
    const year = this.digits(at + 1, at + 5);
    const month = this.digits(at + 6, at + 8);
    const day = this.digits(at + 9, at + 11);
    if (!isDay(year, month, day)) return -1;
    this.state[index] = NUMBER;
    this.number[index] = dayOf(year, month, day);
    return at + 12;
  }

  private digits(from: number, to: number): number {
    let value = 0;
    for (let at = from; at < to; at += 1) {
      const digit = this.bytes[at]! - ZERO;
      if (!(digit >= 0 && digit <= 9)) return NaN;
      value = value * 10 + digit;
    }
    return value;
  }

  /** An object of plain texts, integers, `true`, `false` and `null`, written as JSON.stringify would. */
  private plainFields({ fields }: Member, index: number, from: number): number {
    const { bytes, limit } = this;
    if (bytes[from] !== OPEN_BRACE) return -1;
    let at = from + 1;
    if (bytes[at] === CLOSE_BRACE) return this.keepBytes(index, from, at + 1);
    for (let count = 0; count < Math.min(FIELDS, fields!.most); count += 1) {
      const first = bytes[at + 1]!;
      // Names that are numbers come first in an object, whatever their place.
      if (bytes[at] !== QUOTE || (first >= ZERO && first <= NINE)) return -1;
      const end = this.plainEnd(at + 1);
      if (end < 0 || end - at - 1 > fields!.name || this.hasName(count, at, end + 1)) return -1;
      if (end > limit || bytes[end + 1] !== COLON) return -1;
      at = this.fieldEnd(end + 2, fields!.value);
      if (at < 0 || at > limit) return -1;
      if (bytes[at] === CLOSE_BRACE) return this.keepBytes(index, from, at + 1);
      if (bytes[at] !== COMMA) return -1;
      at += 1;
    }
    return -1;
  }

  private keepBytes(index: number, from: number, to: number): number {
    this.state[index] = BYTES;
    this.number[index] = from;
    this.to[index] = to;
    return to;
  }

  private fieldEnd(from: number, most: number): number {
    const { bytes } = this;
    const first = bytes[from]!;
    if (first === QUOTE) {
      const end = this.plainEnd(from + 1);
      return end < 0 || end - from - 1 > most ? -1 : end + 1;
    }
    if (first >= ZERO && first <= NINE) {
      let at = from + 1;
      while (at - from <= DIGITS && bytes[at]! >= ZERO && bytes[at]! <= NINE) at += 1;
      return at - from > DIGITS || (first === ZERO && at - from > 1) || !isAfterValue(bytes[at]!) ? -1 : at;
    }
    const word = WORDS.find((known) => this.isAt(from, known));
    return word ? from + word.length : -1;
  }

  /** Whether the name from `at` to `end`, with its quotes, is one of the `count` fields before it. */
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

  /** A value that is not plain, by itself. */
  private parsed({ check, type }: Member, index: number, from: number): number {
    const end = this.valueEnd(from);
    if (end < 0) return -1;
    let value: unknown;
    try {
      value = parseExactly(this.bytes.toString('utf8', from, end));
    } catch {
      return -1;
    }
    if (check(value)) return -1;
    if (type === 'none') this.state[index] = NULL;
    else this.keep(index, value);
    return end;
  }

  private valueEnd(from: number): number {
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
        if (depth > DEPTH) return -1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && byte === COMMA) return at;
    }
    return -1;
  }

  private keep(index: number, value: unknown): void {
    const { type } = this.members[index]!;
    if (value === null || value === undefined) this.state[index] = NULL;
    else if (typeof value === 'number') {
      this.state[index] = NUMBER;
      this.number[index] = value;
    } else if (type === 'date') {
      const [year, month, day] = (value as string).split('-').map(Number);
      this.state[index] = NUMBER;
      this.number[index] = dayOf(year!, month!, day!);
    } else {
      this.state[index] = STRING;
      this.string[index] = type === 'json' ? JSON.stringify(value) : (value as string);
    }
  }

  private isAt(at: number, text: Uint8Array): boolean {
    const { bytes } = this;
    for (let offset = 0; offset < text.length; offset += 1) if (bytes[at + offset] !== text[offset]) return false;
    return true;
  }

  private skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    while (at < bytes.length && isSpace(bytes[at]!)) at += 1;
    return at;
  }
}

const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === TAB;

const isAfterValue = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || isSpace(byte);
