import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and those above it that are missing, by default for the owner only. Use it instead of `mkdir` with `recursive`, which never
 * returns below /proc: the kernel reports ENOENT there, so that Node.js creates the folder above again and again.
 * @throws Error of the system
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return;
  makeFolder(dirname(resolve(path)), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // another process was first
  }
}
