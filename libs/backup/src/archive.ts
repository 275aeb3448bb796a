import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Header } from 'tar';
import { MiB } from '@app/platform/core';
import { BLOCK, paddingOf } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { type Manifest, MANIFEST, type Member, parseManifest } from './manifest.js';

/** The SHA-256 in hexadecimal and a newline. */
const CHECKSUM_BYTES = 65;
/** Bytes per read. */
const PIECE = 1024 * 1024;
/** Bytes of a manifest; each stored file takes less than 250. */
const MAX_MANIFEST_BYTES = 256 * MiB;

/** An archive with a verified checksum. Close it after use. */
export class Archive {
  private readonly starts = new Map<string, number>();
  private readonly sizes = new Map<string, number>();

  private constructor(
    private readonly file: FileHandle,
    /** bytes of the tar */
    readonly size: number,
  ) {}

  /** Verifies the checksum. @param onRead receives the number of bytes read so far @throws BackupError for a damaged file */
  static async open(path: string, onRead: (bytes: number) => void): Promise<Archive> {
    // a pipe would wait for a writer; Windows has no such flag
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
    const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(
        error.code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${error.message}`,
      );
    });
    try {
      if (!(await file.stat()).isFile()) throw new BackupError(`${path} is not a file`);
      const archive = new Archive(file, Math.max(0, (await file.stat()).size - CHECKSUM_BYTES));
      if (!(await archive.isWhole(onRead)))
        throw new BackupError(`${path} is not a backup, or is damaged: its checksum does not match`);
      return archive;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** @throws BackupError for an unknown format or an invalid manifest */
  async manifest(): Promise<Manifest> {
    const size = await this.index();
    const text = await this.piece(this.startOf(MANIFEST), size);
    return parseManifest(text.toString(), this.sizes);
  }

  /** Streams a member that may not fit in memory. @throws BackupError at its end, if it does not match the manifest */
  async *stream({ path, size, sha256 }: Member): AsyncGenerator<Buffer> {
    const start = this.startOf(path);
    const hash = createHash('sha256');
    for await (const chunk of this.from(start, start + size)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw changed(path);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async isWhole(onRead: (bytes: number) => void): Promise<boolean> {
    const hash = createHash('sha256');
    let seen = 0;
    for await (const chunk of this.from(0, this.size)) {
      hash.update(chunk);
      onRead((seen += chunk.length));
    }
    const written = await this.piece(this.size, CHECKSUM_BYTES);
    return this.size > 0 && written.toString('latin1') === `${hash.digest('hex')}\n`;
  }

  /** Indexes positions and sizes of the members. @returns the size of the last member, the manifest */
  private async index(): Promise<number> {
    for (let at = 0; at < this.size;) {
      const { path, size } = headerIn(await this.piece(at, BLOCK));
      at += BLOCK;
      if (at + size > this.size || this.starts.has(path)) throw damaged(path);
      this.starts.set(path, at);
      if (path === MANIFEST) {
        if (size > MAX_MANIFEST_BYTES) throw new BackupError(`The manifest of the backup has ${size} bytes`);
        return size;
      }
      this.sizes.set(path, size);
      at += size + paddingOf(size);
    }
    throw new BackupError(NO_MANIFEST);
  }

  private startOf(path: string): number {
    const start = this.starts.get(path);
    if (start === undefined) throw changed(path);
    return start;
  }

  private async piece(start: number, size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.from(start, start + size)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  private async *from(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(Math.min(PIECE, end - at)), {
        position: at,
      });
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

const NO_MANIFEST = 'The file is not a backup of this service: it has no manifest';

const damaged = (path: string) => new BackupError(`The file is not a backup of this service: it is no tar at ${path}`);

/** The path and size of a member of a tar. @throws BackupError for anything else */
function headerIn(block: Buffer): { path: string; size: number } {
  try {
    const { cksumValid, path, size = -1 } = new Header(block, 0);
    if (cksumValid && path !== undefined && Number.isSafeInteger(size) && size >= 0) return { path, size };
  } catch {
    // a number of the header has an invalid form
  }
  throw new BackupError(NO_MANIFEST);
}

const changed = (path: string) => new BackupError(`The file changed while it was being read, at ${path}`);
