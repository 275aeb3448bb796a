import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Header } from 'tar';
import { BackupError } from './backup-error.js';
import { type Manifest, MANIFEST, type Member } from './manifest.js';

export const BLOCK = 512;
/** Two empty blocks mark the end of a tar; readers ignore the bytes after them. */
const END_OF_TAR = Buffer.alloc(2 * BLOCK);

/**
 * Writes a tar, followed by the SHA-256 of all its bytes as a line of text. Writes to a temporary file and renames it at the end,
 * so that an archive under its final name is always complete.
 */
export class ArchiveWriter {
  private readonly members: Member[] = [];
  private readonly hash = createHash('sha256');
  private readonly modifiedAt = new Date();
  /** bytes written */
  size = 0;

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    private readonly file: FileHandle,
  ) {}

  static async create(path: string): Promise<ArchiveWriter> {
    const found = await stat(path).catch(() => undefined);
    if (found && !found.isFile()) throw new BackupError(`${path} is not a file`);
    const draft = `${path}.part`;
    try {
      await rm(draft, { force: true }); // left by a killed process
      return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (isMissing) throw new BackupError(`There is no folder ${dirname(path)}`);
      throw unwritable(path, error as Error);
    }
  }

  /** @returns the SHA-256 of the bytes @throws Error if their number differs from `size` */
  async add(path: string, size: number, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    const hash = createHash('sha256');
    let left = size;
    await this.write(headerOf(path, size, this.modifiedAt));
    for await (const chunk of chunks) {
      left -= chunk.length;
      hash.update(chunk);
      await this.write(chunk);
    }
    if (left !== 0) throw new Error(`${path} has ${size - left} bytes, not ${size}`);
    await this.write(Buffer.alloc(paddingOf(size)));
    const sha256 = hash.digest('hex');
    this.members.push({ path, size, sha256 });
    return sha256;
  }

  /** Writes the manifest and the checksum, and renames the file to its final name. */
  async finish(manifest: Omit<Manifest, 'members'>): Promise<void> {
    const text = Buffer.from(JSON.stringify({ ...manifest, members: this.members }, null, 1));
    await this.add(MANIFEST, text.length, [text]);
    await this.write(END_OF_TAR);
    try {
      await this.file.appendFile(`${this.hash.digest('hex')}\n`);
      await this.file.sync();
      await this.file.close();
      await rename(this.draft, this.path);
    } catch (error) {
      throw unwritable(this.path, error as Error);
    }
  }

  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.draft, { force: true });
  }

  private async write(bytes: Buffer): Promise<void> {
    this.hash.update(bytes);
    this.size += bytes.length;
    await this.file.appendFile(bytes).catch((error: Error) => {
      throw unwritable(this.path, error);
    });
  }
}

/** A full disk, for example. */
const unwritable = (path: string, { message }: Error) => new BackupError(`${path} cannot be written: ${message}`);

export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

function headerOf(path: string, size: number, mtime: Date): Buffer {
  const header = new Header({ path, size, mtime, mode: 0o600, type: 'File' });
  const block = Buffer.alloc(BLOCK);
  if (header.encode(block, 0)) throw new Error(`${path} does not fit the header of a tar`);
  return block;
}
