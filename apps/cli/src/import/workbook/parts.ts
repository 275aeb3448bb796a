import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** Receives the elements of a part. Names have no prefixes. */
export interface Visitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The XML files of a workbook, which is a ZIP archive. */
export class Parts {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Opens a workbook. Close it after use. */
  static async open(file: string): Promise<Parts> {
    const zip = await openPromise(file, { autoClose: false });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new Parts(zip, entries);
  }

  close(): void {
    this.zip.close();
  }

  /** Reads a whole part; a missing part counts as empty. */
  async visit(name: string, visitor: Visitor): Promise<void> {
    for await (const _ of this.chunks(name, visitor)) continue;
  }

  /** Reads a part chunk by chunk, yielding after each. */
  async *chunks(name: string, visitor: Visitor): AsyncGenerator<void> {
    const entry = this.entries.get(name);
    if (!entry) return;
    const parser = parserFor(name, visitor);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const bytes of (await this.zip.openReadStreamPromise(entry)) as Readable & AsyncIterable<Buffer>) {
      parser.write(decoder.decode(bytes, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  }
}

function parserFor(part: string, visitor: Visitor): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', ({ message }) => {
    throw new Error(`${part} is not well-formed XML: ${message}`);
  });
  parser.on('opentag', ({ name, attributes }) => visitor.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
