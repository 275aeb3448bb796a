import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { malformed, Problem, unavailable } from '../core/model/errors.js';
import { MiB } from '../core/settings/sizes.js';

/** in bytes */
const CHUNK_SIZE = 64 * 1024;
const DISK_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT']);

/** A file sent by a client, unlinked on disk: it disappears when it is closed or the process ends. */
export class Upload {
  /** the receiver and all readers */
  private holders = 1;

  private constructor(
    /** file name as sent; untrusted, never used as a path */
    readonly clientName: string,
    /** in bytes */
    readonly size: number,
    private readonly file: FileHandle,
  ) {}

  /**
   * @param onChunk called with the bytes as they arrive
   * @throws Problem 413 over the limit, 503 when the disk fails
   */
  static async receive(
    chunks: AsyncIterable<Buffer>,
    clientName: string,
    limit: number,
    onChunk?: (chunk: Buffer) => void,
  ): Promise<Upload> {
    const file = await unnamedFile().catch(throwDiskError);
    let size = 0;
    try {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit) throw new Problem('too_large', 'file_too_large', `A file must not exceed ${limit / MiB} MiB`);
        onChunk?.(chunk);
        await file.appendFile(chunk).catch(throwDiskError);
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

  /** Streams the bytes; the file stays open until the stream ends. */
  async *chunks(): AsyncGenerator<Buffer> {
    if (this.holders === 0) throw malformed('upload_gone', 'The client disconnected before the response');
    this.holders += 1;
    try {
      for (let at = 0; at < this.size;) {
        const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(CHUNK_SIZE), 0, CHUNK_SIZE, at);
        if (bytesRead === 0) throw new Error('An upload was truncated on disk');
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

function throwDiskError(error: NodeJS.ErrnoException): never {
  throw DISK_ERRORS.has(error.code ?? '') ? unavailable('Uploads cannot be accepted at the moment') : error;
}
