import { tmpdir } from 'node:os';
import { Problem } from '@app/platform/core';
import { type FileStore, Upload } from '@app/platform/files';
import type { Archive } from './archive.js';
import { BackupError } from './backup-error.js';
import type { Member } from './manifest.js';

/** The files that a restore adds to the store. */
export class StoredFiles {
  private readonly added: string[] = [];

  constructor(private readonly store: FileStore) {}

  /** Stores the file of an archive unless the store has it. @throws BackupError if it cannot be stored */
  async add(name: string, member: Member, archive: Archive): Promise<void> {
    if (!name.includes(member.sha256)) return; // damaged before the backup; the store may have an intact copy
    const size = await this.store.size(name);
    if (size === member.size) return;
    if (size === undefined) this.added.push(name);
    try {
      const upload = await Upload.receive(archive.stream(member), name, Infinity);
      try {
        await this.store.put(name, upload);
      } finally {
        await upload.close();
      }
    } catch (error) {
      if (error instanceof Problem || isOfDisk(error))
        throw new BackupError(
          `The file ${name} cannot be stored: ${error instanceof Problem ? `${tmpdir()} has no room for it` : error.message}`,
        );
      throw error;
    }
  }

  /** Removes the added files. What cannot be removed is left to the collector of unused files. */
  async remove(): Promise<void> {
    for (const name of this.added.splice(0)) await this.store.remove(name).catch(() => undefined);
  }
}

const isOfDisk = (error: unknown): error is Error => (error as NodeJS.ErrnoException).syscall !== undefined;
