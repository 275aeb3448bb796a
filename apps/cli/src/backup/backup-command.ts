import { createBackup } from '@app/backup';
import { fileStoreOf } from '@app/platform/files';
import { MiB } from '@app/platform/core';
import type { Command } from '../command.js';
import { requireDatabase, withDatabase } from '../connect.js';
import { counted } from '../counted.js';
import { CommandError } from '../errors.js';
import { step } from '../progress.js';

export const backup: Command = {
  name: 'backup',
  parameters: ['FILE'],
  summary: 'Writes a consistent copy of the database and the stored files into one file, while the service runs',
  details: `The file contains everything, API keys as hashes. It is compressed and has checksums; \`restore\` reads it into any Postgres.`,
  async run({ parameters }, io) {
    requireDatabase(io);
    await withDatabase(io, async (settings) => {
      const store = await fileStoreOf(settings);
      const made = await step(io, 'Backing up', (onProgress) =>
        createBackup({
          databaseUrl: settings.databaseUrl,
          store,
          path: parameters[0]!,
          onProgress,
          signal: io.signal,
        }),
      );
      for (const name of made.missingFiles) io.err(`The file store lacks ${name}, or its content is damaged`);
      const size = (made.bytes / MiB).toFixed(1);
      io.out(
        `${made.path}: ${counted(made.rows, 'row')} of ${made.tables} tables, ${counted(made.files, 'file')}, ${size} MiB`,
      );
      if (made.missingFiles.length > 0)
        throw new CommandError(
          `The backup is incomplete: it lacks ${counted(made.missingFiles.length, 'stored file')}`,
        );
    });
  },
};
