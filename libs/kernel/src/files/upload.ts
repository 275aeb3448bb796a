import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem, unavailable } from '../domain/errors.js';
import { MiB } from '../http/body.js';

const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT']);

/** A file that a client sent. It is on disk without a name: when it is closed, or this process ends, it is gone. */
export class Upload {
  private constructor(
    /** as the client calls it: never to be trusted, or used as a path */
    readonly clientName: string,
    /** in bytes */
    readonly size: number,
    private readonly file: FileHandle,
  ) {}

  /** @throws Problem 413 over the limit, 503 when the disk fails */
  static async receive(chunks: AsyncIterable<Buffer>, clientName: string, limit: number): Promise<Upload> {
    const file = await unnamedFile().catch(diskFault);
    let size = 0;
    try {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > limit)
          throw new Problem('too_large', 'file_too_large', `A file may have at most ${limit / MiB} MiB`);
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
    while (at < this.size) {
      const { bytesRead } = await this.file.read(bytes, at, this.size - at, at);
      if (bytesRead === 0) throw new Error('An upload is shorter than it was');
      at += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.file.close();
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
