import type { Readable } from 'node:stream';
import type { Upload } from './upload.js';

/** Bytes of a file from one place to another, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Where the bytes of files are: a folder, or a bucket. A name says its content, so that no file ever changes. */
export abstract class FileStore {
  /** Durable and whole once it resolves, else not there. The same name again changes nothing. */
  abstract put(name: string, bytes: Buffer | Upload): Promise<void>;

  /** In bytes; undefined when there is no such file. */
  abstract size(name: string): Promise<number | undefined>;

  /** undefined when there is no such file. */
  abstract read(name: string, range?: ByteRange): Promise<Readable | undefined>;

  /** Removing what is not there is no fault. */
  abstract remove(name: string): Promise<void>;

  /** All of them, in any order. */
  abstract names(): AsyncIterable<string>;

  /** @throws when nothing can be stored at the moment */
  abstract check(): Promise<void>;
}
