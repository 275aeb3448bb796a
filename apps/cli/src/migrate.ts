import type { Command } from './command.js';
import { withDatabase } from './connect.js';
import { migrateAll } from './contexts.js';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: "Brings the database's schema up to date",
  details: 'May be repeated, and run while the service runs. `start` and commands that change data migrate too.',
  async run(_, io) {
    const ran = await withDatabase(io, (settings) => migrateAll(io, settings, settings.databaseUrl));
    io.out(ran.length > 0 ? ran.map((name) => `Ran ${name}`).join('\n') : 'The database is up to date.');
  },
};
