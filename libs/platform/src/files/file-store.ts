import type { Readable } from 'node:stream';
import type { Upload } from './upload.js';

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/** Storage for the bytes of files: a folder or a bucket. Files are content-addressed, so a file never changes. */
export abstract class FileStore {
  /** Stores a file atomically and durably. Storing the same name again changes nothing. */
  abstract put(name: string, bytes: Buffer | Upload): Promise<void>;

  /** Size in bytes; undefined for a missing file. */
  abstract size(name: string): Promise<number | undefined>;

  /** @returns undefined for a missing file */
  abstract read(name: string, range?: ByteRange): Promise<Readable | undefined>;

  /** Removing a missing file is not an error. */
  abstract remove(name: string): Promise<void>;

  abstract names(): AsyncIterable<string>;

  /** @throws when files cannot be stored at the moment */
  abstract check(): Promise<void>;
}
