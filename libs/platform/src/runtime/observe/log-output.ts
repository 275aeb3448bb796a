import { openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { destination, type DestinationStream } from 'pino';
import { makeFolder } from '../../core/settings/make-folder.js';
import { SettingError } from '../../core/settings/setting-types.js';

/**
 * Standard output, and with a file that too. The file is appended to in whole lines, so that processes may share it and others may copy
 * and empty it.
 * @throws SettingError if the file cannot be opened
 */
export function logOutput(file: string | undefined, console: DestinationStream = destination(1)): DestinationStream {
  if (file === undefined) return console;
  const descriptor = opened(file);
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

function opened(file: string): number {
  try {
    makeFolder(dirname(file));
    return openSync(file, 'a', 0o600);
  } catch (error) {
    throw new SettingError(`LOG_FILE cannot be written: ${(error as Error).message}`);
  }
}
