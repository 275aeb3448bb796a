import { rotateLog } from '../embedded-postgres/log.js';
import type { Io } from '../io.js';

const CHECK_MS = 5_000;

/** Rotates the log when it grows long, like that of the embedded Postgres. @returns a function that stops the rotation */
export function boundLog(io: Io, path: string): () => Promise<void> {
  const rotate = (): void => {
    try {
      rotateLog(path);
    } catch (error) {
      io.err(`The log grows: ${(error as Error).message}`);
    }
  };
  rotate();
  const timer = setInterval(rotate, CHECK_MS);
  timer.unref();
  return async () => clearInterval(timer);
}
