import type { Readable } from 'node:stream';
import { type ByteRange, FileStore, Upload } from '@app/platform/files';

const CONCURRENCY = 4;

/** A file store that can buffer new files in memory until a transaction is certain to need them. */
export class DeferredFileStore extends FileStore {
  private held: Map<string, Buffer> | undefined;

  constructor(private readonly store: FileStore) {
    super();
  }

  /** Buffers the files that the work puts; the work calls `store` to write them. Files not written are discarded. */
  async during<T>(work: (store: () => Promise<void>) => Promise<T>): Promise<T> {
    this.held = new Map();
    try {
      return await work(() => this.release());
    } finally {
      this.held = undefined;
    }
  }

  async put(name: string, bytes: Buffer | Upload): Promise<void> {
    if (this.held) this.held.set(name, Buffer.isBuffer(bytes) ? bytes : await bytes.bytes());
    else await this.store.put(name, bytes);
  }

  size(name: string): Promise<number | undefined> {
    const held = this.held?.get(name);
    return held ? Promise.resolve(held.length) : this.store.size(name);
  }

  read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.store.read(name, range);
  }

  remove(name: string): Promise<void> {
    return this.store.remove(name);
  }

  names(): AsyncIterable<string> {
    return this.store.names();
  }

  check(): Promise<void> {
    return this.store.check();
  }

  private async release(): Promise<void> {
    const waiting = [...this.held!];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.store.put(...next);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }
}
