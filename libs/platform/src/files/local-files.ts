import { randomUUID } from 'node:crypto';
import { open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../core/settings/make-folder.js';
import { isFileName } from './file-content.js';
import { type ByteRange, FileStore } from './file-store.js';
import type { Upload } from './upload.js';

const DRAFTS = 'drafts';
/** An older draft was left by a killed process. */
const DRAFT_MS = 24 * 60 * 60_000;

/** Only the user that runs the service may read files, because some are private. */
const FILE_MODE = 0o600;

/** Files in a local folder, or in one that all replicas share. */
export class LocalFiles extends FileStore {
  constructor(private readonly folder: string) {
    super();
  }

  /** Writes a draft, syncs and renames it, so that a name never leads to a partial file. */
  async put(name: string, bytes: Buffer | Upload): Promise<void> {
    const draft = this.newDraft();
    const content = Buffer.isBuffer(bytes) ? bytes : bytes.chunks();
    try {
      await writeFile(draft, content, { flag: 'wx', mode: FILE_MODE, flush: true });
      await rename(draft, this.path(name));
      await this.syncFolder();
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async size(name: string): Promise<number | undefined> {
    return (await orMissing(stat(this.path(name))))?.size;
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const file = await orMissing(open(this.path(name), 'r'));
    return file?.createReadStream(range && { start: range.from, end: range.to });
  }

  async remove(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  async *names(): AsyncGenerator<string> {
    await this.dropOldDrafts();
    const folder = await orMissing(opendir(this.folder));
    if (!folder) return;
    for await (const entry of folder) if (isFileName(entry.name)) yield entry.name;
  }

  async check(): Promise<void> {
    const draft = this.newDraft();
    try {
      await writeFile(draft, 'x', { flag: 'wx', mode: FILE_MODE });
    } finally {
      await rm(draft, { force: true });
    }
  }

  private newDraft(): string {
    makeFolder(join(this.folder, DRAFTS));
    return join(this.folder, DRAFTS, randomUUID());
  }

  private async dropOldDrafts(): Promise<void> {
    const drafts = await orMissing(opendir(join(this.folder, DRAFTS)));
    if (!drafts) return;
    for await (const { name } of drafts) {
      const path = join(this.folder, DRAFTS, name);
      const written = (await orMissing(stat(path)))?.mtimeMs ?? Infinity;
      if (Date.now() - written > DRAFT_MS) await rm(path, { force: true });
    }
  }

  /** Makes the rename survive a power cut; Windows cannot sync a folder. */
  private async syncFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    const folder = await open(this.folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  private path(name: string): string {
    if (!isFileName(name)) throw new Error('Not the name of a stored file');
    return join(this.folder, name);
  }
}

async function orMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
