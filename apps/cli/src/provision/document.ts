import { dirname } from 'node:path';
import { MiB } from '@app/platform/core';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CommandError } from '../errors.js';
import { printable } from '../printable.js';
import { readBelow, readRegularFile, UnfitFile, unreadable } from '../regular-file.js';

/** A provision document with the positions of its parts. */
export interface Declaration {
  value: unknown;
  /** undefined for a document that is not read from a file */
  file?: string;
  /** the line, from 1, of a path such as `assets.0.units.3.floor` */
  lineOf?(path: string): number;
  /** reads a file that the document refers to, of at most so many bytes @throws UnfitFile */
  read?(name: string, max: number): Promise<Buffer>;
}

/** Bytes of a document. A parsed one takes about 50 times as many. */
const MAX_DOCUMENT_BYTES = 32 * MiB;
/** Levels of lists and objects. */
const MAX_DEPTH = 100;

/** @throws CommandError with a line per syntax error */
export async function readDeclaration(file: string): Promise<Declaration> {
  const lines = new LineCounter();
  const text = await readText(file);
  const document = within(file, () => parseDocument(text, { lineCounter: lines, prettyErrors: false }));
  const errors = [...document.errors, ...document.warnings];
  const line = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  if (errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw tooDeep(file); // the stack of the parser
  if (errors.length > 0) {
    const lines = errors.map(({ pos, message }) => printable(`${file}:${line(pos[0])}: ${message.split('\n', 1)[0]}`));
    throw new CommandError(lines.join('\n'));
  }
  return {
    value: valueOf(document, file),
    file,
    lineOf: (path) => line(offsetOf(document, path.split('.'))),
    read: (name, max) => readBelow(dirname(file), name, max),
  };
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readRegularFile(file, MAX_DOCUMENT_BYTES));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof UnfitFile) throw new CommandError(`${file} ${error.message}`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new CommandError(`${file} is not UTF-8`);
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

function valueOf(document: Document, file: string): unknown {
  const value: unknown = within(file, () => document.toJS({ maxAliasCount: 100 }));
  if (isDeep(value)) throw tooDeep(file);
  return value;
}

/** The result of a parser, which recurses. @throws CommandError */
function within<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(file) : new CommandError(`${file}: ${(error as Error).message}`);
  }
}

const tooDeep = (file: string) => new CommandError(`${file} is nested deeper than ${MAX_DEPTH} levels`);

function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === MAX_DEPTH || Object.values(value).some((inner) => isDeep(inner, depth + 1));
}

/** The offset of the last existing part of a path; for a field, that of its name. */
function offsetOf(document: Document, path: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = begin(node) ?? 0;
  for (const name of path) {
    const inside: unknown = isAlias(node) ? node.resolve(document) : node;
    let next: unknown;
    if (isMap(inside)) {
      const pair = inside.items.find(({ key }) => String(isScalar(key) ? key.value : key) === name);
      offset = begin(pair?.key) ?? offset;
      next = pair?.value;
    } else if (isSeq(inside)) {
      next = inside.items[Number(name)];
      offset = begin(next) ?? offset;
    }
    if (next === undefined) break;
    node = next;
  }
  return offset;
}

const begin = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0];
