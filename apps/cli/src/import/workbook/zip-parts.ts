import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import type { Parts } from './sheets.js';
import { parserFor, type Visitor } from './xml.js';

/** The parts of a workbook on disk, read in chunks. */
export class ZipParts implements Parts {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Opens a workbook. Close it after use. */
  static async open(file: string): Promise<ZipParts> {
    const zip = await openPromise(file, { autoClose: false });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    } catch (error) {
      zip.close();
      throw error;
    }
    return new ZipParts(zip, entries);
  }

  close(): void {
    this.zip.close();
  }

  async visit(name: string, visitor: Visitor): Promise<void> {
    for await (const _ of this.chunks(name, visitor)) continue;
  }

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
