import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@app/platform/core';
import type { FileStore } from '@app/platform/files';
import { CommandError } from '../errors.js';

const FOLDER = 'files';

/** The files of an exported asset, in a folder next to the document, named by the hash of their content. */
export class ExportedFiles {
  private readonly made = new Map<string, Buffer>();
  private readonly stored = new Map<string, string>();

  constructor(private readonly store: FileStore) {}

  get count(): number {
    return this.made.size + this.stored.size;
  }

  /** Adds a stored file unchanged. @returns its path relative to the document */
  add(name: string): string {
    const path = `${FOLDER}/${name.replace(/^private-/, '')}`;
    this.stored.set(path, name);
    return path;
  }

  /** Adds a file with this content. @returns its path relative to the document */
  put(bytes: Buffer, extension: string): string {
    const path = `${FOLDER}/${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
    this.made.set(path, bytes);
    return path;
  }

  /** @throws CommandError if the store lacks the file */
  async read(name: string): Promise<Buffer> {
    const stream = await this.store.read(name);
    if (!stream) throw new CommandError(`The stored file ${name} is missing`);
    return Buffer.concat((await stream.toArray()) as Buffer[]);
  }

  async write(directory: string): Promise<void> {
    makeFolder(join(directory, FOLDER), 0o777);
    for (const [path, bytes] of this.made) await writeFile(join(directory, path), bytes);
    for (const [path, name] of this.stored) await writeFile(join(directory, path), await this.read(name));
  }
}
