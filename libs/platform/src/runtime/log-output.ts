import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, type DestinationStream } from 'pino';

/**
 * Standard output, and with a file that too. The file is appended to in whole lines, so that processes may share it and others may copy
 * and empty it.
 */
export function logOutput(file: string | undefined, console: DestinationStream = destination(1)): DestinationStream {
  if (file === undefined) return console;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a', 0o600);
  return {
    write: (line) => {
      console.write(line);
      try {
        writeSync(descriptor, line);
      } catch {
        // A full disk must not end the service: standard output has the line, and the next one may fit again.
      }
    },
  };
}
