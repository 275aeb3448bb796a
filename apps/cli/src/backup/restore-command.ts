import { type OpenBackup, openBackup, restoreBackup } from '@app/backup';
import { fileStoreOf } from '@app/platform/files';
import type { Command } from '../command.js';
import { withDatabase } from '../connect.js';
import { ALL_PERSISTENCE } from '../contexts.js';
import { counted } from '../counted.js';
import { Interrupted } from '../errors.js';
import type { Io } from '../io.js';
import { printable } from '../printable.js';
import { step } from '../progress.js';

export const restore: Command = {
  name: 'restore',
  parameters: ['FILE'],
  summary: 'Restores a backup into an empty database, and migrates it',
  details: `Stop the servers first. The file and the database are checked before anything is changed. A restore that is stopped
half way leaves the database unchanged.`,
  options: {
    replace: {
      type: 'boolean',
      help: 'deletes the content of the database first; otherwise the database must be empty',
    },
  },
  async run({ parameters, flags }, io) {
    const path = parameters[0]!;
    const backup = await step(io, `Checking ${path}`, (onProgress) =>
      openBackup(path, ALL_PERSISTENCE, { onProgress, signal: io.signal }),
    ).catch((error: unknown) => {
      throw io.signal.aborted ? new Interrupted() : error;
    });
    try {
      await restoreInto(io, backup, flags['replace'] ?? false);
    } finally {
      await backup.archive.close();
    }
    const { tables, missingFiles, createdAt } = backup.manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    for (const name of missingFiles) io.err(printable(`The backup lacks the file ${name}`));
    io.out(`Restored ${counted(rows, 'row')} of ${tables.length} tables, as of ${createdAt}`);
  },
};

const restoreInto = (io: Io, backup: OpenBackup, mayReplace: boolean): Promise<void> =>
  withDatabase(io, async (settings) => {
    const store = await fileStoreOf(settings);
    await step(io, 'Restoring', (onProgress) =>
      restoreBackup({
        databaseUrl: settings.databaseUrl,
        store,
        contexts: ALL_PERSISTENCE,
        backup,
        mayReplace,
        onProgress,
        signal: io.signal,
      }),
    );
  });
