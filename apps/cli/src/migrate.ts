import type { Command } from './command.js';
import { withDatabase } from './connect.js';
import { migrateAll } from './contexts.js';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "Brings the database's schema up to date",
  details: `May be repeated. Waits 15 seconds for servers of an older version to stop, then fails. \`start\` and commands that change
data migrate too.`,
  options: {
    'beside-servers': {
      type: 'boolean',
      help: 'migrates while servers of an older version run, which the changelog must allow',
    },
  },
  async run({ flags }, io) {
    const exclusive = !flags['beside-servers'];
    const ran = await withDatabase(io, (settings) => migrateAll(io, settings, settings.databaseUrl, exclusive));
    io.out(ran.length > 0 ? ran.map((name) => `Ran ${name}`).join('\n') : 'The database is up to date.');
  },
};
