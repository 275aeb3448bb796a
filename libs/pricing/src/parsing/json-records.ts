import { isDay, type JsonSchema } from '@app/platform/core';
import { Buffer } from 'node:buffer';
import { type CopyRows, dayOf } from './copy-rows.js';
import { isAfterValue, JsonBytes, NULL_WORD } from './json-bytes.js';
import { type ColumnType, type Member, memberOf } from './json-member.js';
import { parseExactly } from './parse-exactly.js';

/** State of a member of the current object. */
const ABSENT = 0;
const NULL = 1;
const BYTES = 2;
const NUMBER = 3;
const STRING = 4;

// See json-bytes.ts.
const SPACE = 32, QUOTE = 34, COMMA = 44, MINUS = 45, ZERO = 48, NINE = 57, COLON = 58, OPEN_BRACE = 123, CLOSE_BRACE = 125, DELETE = 127; // oxfmt-ignore
const DIGITS = 10;
const NONE = -1;

/** Maximum bytes read at once: a date, an integer or a keyword, with the bytes around it. */
const REACH = 24;
/**
 * Converts objects of one schema from the bytes of a JSON array directly to rows, without creating them. Most are plain: known
 * members without escapes. Any other value is parsed and validated individually. An object that is otherwise unusual, or invalid, is
 * left to JSON.parse and the schema, which report errors. Both ways accept the same objects and produce the same rows
 * (json-records.spec.ts).
 */
export class JsonRecords extends JsonBytes {
  private readonly members: Member[];
  private readonly written: number[];
  private readonly grouped: number;
  private readonly state: Uint8Array;
  private readonly number: Int32Array;
  private readonly to: Int32Array;
  private readonly string: string[] = [];
  /** successor of each member in the previous object */
  private readonly order: number[] = [];
  private position = 0;
  private readonly reach: number;

  /**
   * @param columns column type of each property of the schema, in the order of the row
   * @param grouped the text by which rows are grouped, if any
   * @param isHashed whether to append a hash of the columns
   */
  constructor(
    schema: JsonSchema,
    columns: Record<string, ColumnType>,
    grouped?: string,
    private readonly isHashed = false,
  ) {
    super();
    const properties = schema['properties'] as Record<string, JsonSchema>;
    const required = schema['required'] as string[];
    const names = Object.keys(properties);
    this.members = names.map((name) => memberOf(name, properties[name]!, columns[name] ?? 'none', required));
    this.reach = REACH + Math.max(...this.members.map(({ name }) => name.length));
    this.written = Object.keys(columns).map((name) => names.indexOf(name));
    this.grouped = grouped === undefined ? NONE : names.indexOf(grouped);
    this.state = new Uint8Array(names.length);
    this.number = new Int32Array(names.length);
    this.to = new Int32Array(names.length);
  }

  /** The number of columns of a row. */
  get columns(): number {
    return this.written.length + (this.isHashed ? 1 : 0);
  }

  /**
   * @param bytes part of a JSON array
   * @param from offset of an element
   * @param max maximum number of elements to consume
   * @returns the number of elements consumed, each with the comma after it, and the offset of the next
   */
  consume(bytes: Buffer, from: number, max: number, rows: CopyRows): { count: number; next: number } {
    this.bytes = bytes;
    this.limit = bytes.length - this.reach;
    let next = from;
    let count = 0;
    for (; count < max; count += 1) {
      this.position = this.skipSpace(next);
      if (!this.object()) break;
      const end = this.skipSpace(this.position);
      if (end === bytes.length || bytes[end] !== COMMA) break;
      this.write(rows);
      next = end + 1;
    }
    return { count, next };
  }

  /** Adds a parsed and valid object. */
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
      if (index === this.grouped) rows.group();
    }
    if (this.isHashed) rows.hash();
  }

  /** Reads a plain object and advances the position. @returns false for any other value */
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

  /** The index of the member whose name is at an offset, or -1. A parameter instead of the position, which a closure would move to the heap. */
  private memberAt(at: number): number {
    return this.members.findIndex(({ name }) => this.isAt(at, name));
  }

  /** Reads a value. @returns its end, or -1 */
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

  private plainText({ min, max, isFilled }: Member, index: number, at: number): number {
    const { bytes } = this;
    if (bytes[at] !== QUOTE) return -1;
    const first = bytes[at + 1]!;
    if (isFilled && (first <= SPACE || first >= DELETE)) return -1;
    const end = this.plainEnd(at + 1);
    if (end < 0 || end - at - 1 > max || end - at - 1 < min) return -1;
    this.keepBytes(index, at + 1, end);
    return end + 1;
  }

  private plainInteger({ min, max }: Member, index: number, from: number): number {
    const { bytes } = this;
    let value = 0;
    let at = from;
    for (; at - from <= DIGITS; at += 1) {
      const byte = bytes[at]!;
      if (!(byte >= ZERO && byte <= NINE)) break;
      value = value * 10 + byte - ZERO;
    }
    if (at === from || at - from > DIGITS || (bytes[from] === ZERO && at - from > 1)) return -1;
    if (!isAfterValue(bytes[at]!) || value < min || value > max) return -1;
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

  /** Parses and validates a single value that is not plain. */
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
