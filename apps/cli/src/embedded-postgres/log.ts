import * as fs from 'node:fs';

const LIMIT_BYTES = 10_000_000;
/** Besides the one that is written: `postgres.log.1` is the newest. */
const KEPT = 4;

/** @returns where the server writes, and where in it what it will say begins */
export function openLog(path: string): { log: number; logStart: number } {
  rotateLog(path);
  const log = fs.openSync(path, 'a', 0o600);
  return { log, logStart: fs.fstatSync(log).size };
}

/** Whether it is time for `rotateLog`. */
export const isLong = (path: string): boolean => sizeOf(path) > LIMIT_BYTES;

/**
 * Puts a log that has become long aside. It is copied and emptied, not renamed: a server that runs holds it open and appends,
 * so that its next line begins the empty one.
 */
export function rotateLog(path: string): void {
  if (!isLong(path)) return;
  for (let at = KEPT - 1; at > 0; at--)
    if (fs.existsSync(`${path}.${at}`)) fs.renameSync(`${path}.${at}`, `${path}.${at + 1}`);
  fs.copyFileSync(path, `${path}.1`);
  fs.truncateSync(path);
}

const sizeOf = (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
