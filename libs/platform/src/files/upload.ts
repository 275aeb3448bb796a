import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { malformed, Problem, unavailable } from '../core/errors.js';
import { MiB } from '../core/sizes.js';

/** in bytes */
const PIECE = 64 * 1024;
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT']);

/** A file that a client sent. It is on disk without a name: when it is closed, or this process ends, it is gone. */
export class Upload {
  /** who reads it, and who received it */
  private holders = 1;

  private constructor(
    /** as the client calls it: never to be trusted, or used as a path */
    readonly clientName: string,
    /** in bytes */
    readonly size: number,
    private readonly file: FileHandle,
  ) {}

  /**
   * @param see gets the bytes as they arrive
   * @throws Problem 413 over the limit, 503 when the disk fails
   */
  static async receive(
    chunks: AsyncIterable<Buffer>,
    clientName: string,
    limit: number,
    see?: (chunk: Buffer) => void,
  ): Promise<Upload> {
    const file = await unnamedFile().catch(diskFault);
    let size = 0;
    try {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit)
          throw new Problem('too_large', 'file_too_large', `A file may have at most ${limit / MiB} MiB`);
        see?.(chunk);
        await file.appendFile(chunk).catch(diskFault);
      }
      return new Upload(clientName, size, file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async bytes(): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(this.size);
    let at = 0;
    for await (const chunk of this.chunks()) at += chunk.copy(bytes, at);
    return bytes;
  }

  /** The bytes again, piece by piece; the file stays at least until they end. */
  async *chunks(): AsyncGenerator<Buffer> {
    if (this.holders === 0) throw malformed('upload_gone', 'The client did not wait for the answer');
    this.holders += 1;
    try {
      for (let at = 0; at < this.size;) {
        const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
        if (bytesRead === 0) throw new Error('An upload is shorter than it was');
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.holders -= 1;
    if (this.holders === 0) await this.file.close();
  }
}

async function unnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

function diskFault(error: NodeJS.ErrnoException): never {
  throw DISK_FAULTS.has(error.code ?? '') ? unavailable('Uploads cannot be taken at the moment') : error;
}
