import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { MiB } from '@app/platform/core';
import { CommandError } from './errors.js';

/** A file that is not read; the message continues "FILE ". */
export class UnfitFile extends Error {}

/** Rejects folders, devices and pipes, which may have no end, or wait for a writer for ever. @throws CommandError */
export async function requireRegularFile(path: string): Promise<{ size: number }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  if (!found.isFile()) throw new CommandError(`${path} cannot be read: it is not a regular file`);
  return found;
}

export const unreadable = (path: string, { code, message }: NodeJS.ErrnoException): CommandError =>
  new CommandError(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`);

/**
 * Reads a regular file, whose size is known before.
 * @param max bytes
 * @throws UnfitFile for anything else, and errors of the system
 */
export async function readRegularFile(path: string, max: number): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // a pipe would wait for a writer
  try {
    return await bytesOf(file, max);
  } finally {
    await file.close();
  }
}

/** The same for a file in a folder or below it, where symbolic links may not lead out of the folder. */
export async function readBelow(folder: string, name: string, max: number): Promise<Buffer> {
  const path = resolve(folder, name);
  requireBelow(resolve(folder), path); // first, because what is outside must not even be looked for
  const real = await realpath(path);
  requireBelow(await realpath(folder), real);
  return readRegularFile(real, max);
}

function requireBelow(folder: string, path: string): void {
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new UnfitFile('is outside of the folder of the document');
}

async function bytesOf(file: FileHandle, max: number): Promise<Buffer> {
  const found = await file.stat();
  if (!found.isFile()) throw new UnfitFile('is not a regular file');
  if (found.size > max) throw new UnfitFile(`has more than ${max / MiB} MiB`);
  const bytes = Buffer.alloc(found.size);
  let read = 0;
  for (let more = -1; more !== 0 && read < bytes.length; read += more)
    more = (await file.read(bytes, read, bytes.length - read, read)).bytesRead;
  return bytes.subarray(0, read);
}
