import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { CommandError } from '../errors.js';

/** A provision document with the positions of its parts. */
export interface Declaration {
  value: unknown;
  /** undefined for a document that is not read from a file */
  file?: string;
  /** the line, from 1, of a path such as `assets.0.units.3.floor` */
  lineOf?(path: string): number;
  /** reads a file that the document refers to */
  read?(name: string): Promise<Buffer>;
}

/** @throws CommandError with a line per syntax error */
export async function readDeclaration(file: string): Promise<Declaration> {
  const lines = new LineCounter();
  const document = parseDocument(await readText(file), { lineCounter: lines, prettyErrors: false });
  const errors = [...document.errors, ...document.warnings];
  const line = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  if (errors.length > 0) {
    const lines = errors.map(({ pos, message }) => `${file}:${line(pos[0])}: ${message.split('\n', 1)[0]}`);
    throw new CommandError(lines.join('\n'));
  }
  return {
    value: valueOf(document, file),
    file,
    lineOf: (path) => line(offsetOf(document, path.split('.'))),
    read: (name) => readFile(resolve(dirname(file), name)),
  };
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no file ${file}`);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new CommandError(`${file} is not UTF-8`);
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new CommandError(`${file}: ${(error as Error).message}`);
  }
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
