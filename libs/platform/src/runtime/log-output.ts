import { mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, type DestinationStream } from 'pino';

/** Standard output, and with a file that too. */
export function logOutput(file: string | undefined, console: DestinationStream = destination(1)): DestinationStream {
  if (file === undefined) return console;
  const kept = new LogFile(file);
  return {
    write: (line) => {
      console.write(line);
      kept.write(line);
    },
  };
}

/** Appends whole lines, so that processes may share the file and others may copy and empty it. */
class LogFile implements DestinationStream {
  private readonly descriptor: number;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.descriptor = openSync(path, 'a', 0o600);
  }

  /** A full disk must not end the service: standard output has the line. */
  write(line: string): void {
    try {
      writeSync(this.descriptor, line);
    } catch {
      // the next line may fit again
    }
  }
}
