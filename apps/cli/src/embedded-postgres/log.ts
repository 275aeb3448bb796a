import * as fs from 'node:fs';

const LIMIT_BYTES = 10_000_000;
/** Number of rotated logs; `postgres.log.1` is the newest. */
const KEPT = 4;

/** Opens the log for the server. @returns the file descriptor, and the position at which new output starts */
export function openLog(path: string): { log: number; logStart: number } {
  rotateLog(path);
  const log = fs.openSync(path, 'a', 0o600);
  return { log, logStart: fs.fstatSync(log).size };
}

/** Whether the log needs rotation. */
export const isLong = (path: string): boolean => sizeOf(path) > LIMIT_BYTES;

/**
 * Rotates the log. Copies and truncates it instead of renaming it, because a running server keeps the file open in append mode.
 */
export function rotateLog(path: string): void {
  if (!isLong(path)) return;
  const copy = `${path}.0`; // made first, because each attempt on a full disk would otherwise cost a rotated log
  fs.copyFileSync(path, copy);
  for (let at = KEPT - 1; at >= 0; at--)
    if (fs.existsSync(`${path}.${at}`)) fs.renameSync(`${path}.${at}`, `${path}.${at + 1}`);
  fs.truncateSync(path);
}

const sizeOf = (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
