import { restoreBackup } from '@app/backup';
import { fileStoreOf } from '@app/platform/files';
import type { Command } from '../command.js';
import { withDatabase } from '../connect.js';
import { ALL_PERSISTENCE } from '../contexts.js';
import { counted } from '../counted.js';
import { step } from '../progress.js';

export const restore: Command = {
  name: 'restore',
  parameters: ['FILE'],
  summary: 'Restores a backup into an empty database, and migrates it',
  details: `Stop the servers first. What is wrong with the file or the database is found before anything is changed; a restore that is
stopped half way leaves the database as it was.`,
  options: {
    replace: { type: 'boolean', help: 'removes what the database holds: without it, the database must be empty' },
  },
  run: ({ parameters, flags }, io) =>
    withDatabase(io, async (settings) => {
      const store = await fileStoreOf(settings);
      const manifest = await step(io, 'Restoring', (onProgress) =>
        restoreBackup({
          databaseUrl: settings.databaseUrl,
          store,
          contexts: ALL_PERSISTENCE,
          path: parameters[0]!,
          mayReplace: flags['replace'] ?? false,
          onProgress,
          signal: io.signal,
        }),
      );
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      for (const name of manifest.missingFiles) io.err(`The backup lacks the file ${name}`);
      io.out(`Restored ${counted(rows, 'row')} of ${manifest.tables.length} tables, as of ${manifest.createdAt}`);
    }),
};
