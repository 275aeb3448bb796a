import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Header } from 'tar';
import { BLOCK, paddingOf } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { FORMAT, FORMAT_VERSION, type Manifest, MANIFEST, type Member } from './manifest.js';

/** The SHA-256 in hexadecimal and a newline. */
const CHECKSUM_BYTES = 65;
/** Bytes per read. */
const PIECE = 1024 * 1024;

/** An archive with a verified checksum. Close it after use. */
export class Archive {
  private readonly starts = new Map<string, number>();

  private constructor(
    private readonly file: FileHandle,
    /** bytes of the tar */
    readonly size: number,
  ) {}

  /** Verifies the checksum. @param onRead receives the number of bytes read so far @throws BackupError for a damaged file */
  static async open(path: string, onRead: (bytes: number) => void): Promise<Archive> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BackupError(`There is no file ${path}`) : error;
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

  /** @throws BackupError for an unknown format */
  async manifest(): Promise<Manifest> {
    const size = await this.index();
    const manifest = JSON.parse((await this.bytes(MANIFEST, size)).toString()) as Manifest;
    if (manifest.format !== FORMAT) throw new BackupError('The file is not a backup of this service');
    if (manifest.version > FORMAT_VERSION)
      throw new BackupError(`The backup has format ${manifest.version}: restore it with a newer version`);
    return manifest;
  }

  async read({ path, size, sha256 }: Member): Promise<Buffer> {
    const bytes = await this.bytes(path, size);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(path);
    return bytes;
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

  /** Indexes the positions of the members. @returns the size of the last member, the manifest */
  private async index(): Promise<number> {
    for (let at = 0; at < this.size;) {
      const header = new Header(await this.piece(at, BLOCK), 0);
      if (!header.cksumValid || header.path === undefined || header.size === undefined) break;
      at += BLOCK;
      this.starts.set(header.path, at);
      if (header.path === MANIFEST) return header.size;
      at += header.size + paddingOf(header.size);
    }
    throw new BackupError('The file is not a backup of this service: it has no manifest');
  }

  private bytes(path: string, size: number): Promise<Buffer> {
    return this.piece(this.startOf(path), size);
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

const changed = (path: string) => new BackupError(`The file changed while it was being read, at ${path}`);
