import { isDay, type JsonSchema } from '@app/platform/core';
import { Buffer } from 'node:buffer';
import { type CopyRows, dayOf } from './copy-rows.js';
import { isAfterValue, JsonBytes, NULL_WORD } from './json-bytes.js';
import { type ColumnType, type Member, memberOf } from './json-member.js';
import { parseExactly } from './parse-exactly.js';

/** What is known of a member of the object that is looked at. */
const ABSENT = 0;
const NULL = 1;
const BYTES = 2;
const NUMBER = 3;
const STRING = 4;

// As in json-bytes.ts.
const SPACE = 32, QUOTE = 34, COMMA = 44, MINUS = 45, ZERO = 48, NINE = 57, COLON = 58, OPEN_BRACE = 123, CLOSE_BRACE = 125, DELETE = 127; // prettier-ignore
const DIGITS = 10;

/** Bytes of a date, an integer or a word, with what is looked at around it. */
const REACH = 24;
/**
 * Takes objects of one schema from the bytes of a JSON array straight to rows, without making them: most are plain, of
 * members that the schema knows, without escapes. A value that is not is parsed and checked by itself; an object that is
 * unusual beyond that, or wrong, is left to JSON.parse and the schema, which tell what is wrong with it. So what is taken
 * here is what they would take, and becomes the same row (json-records.spec.ts).
 */
export class JsonRecords extends JsonBytes {
  private readonly members: Member[];
  private readonly written: number[];
  private readonly state: Uint8Array;
  private readonly number: Int32Array;
  private readonly to: Int32Array;
  private readonly string: string[] = [];
  /** which member came after which in the object before */
  private readonly order: number[] = [];
  private position = 0;
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
    super();
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
    for (let nth = 0; ; nth += 1) {
      if (at > limit) return false;
      let index = order[nth] ?? 0;
      if (!this.isAt(at, members[index]!.name)) {
        index = this.memberAt(at);
        if (index < 0) return false;
        order[nth] = index;
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
    else if (member.plain === 'fields') {
      end = this.plainFieldsEnd(at, member.fields!);
      if (end >= 0) this.keepBytes(index, at, end);
    }
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
    this.keepBytes(index, at + 1, end);
    return end + 1;
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

  private keepBytes(index: number, from: number, to: number): void {
    this.state[index] = BYTES;
    this.number[index] = from;
    this.to[index] = to;
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
}
