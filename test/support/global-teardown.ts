import { rmSync } from 'node:fs';
import pg from 'pg';

/** Removes the server of this run, or from a server that was given what this run left there. */
export default async function globalTeardown(): Promise<void> {
  if (!globalThis.testServer) return dropLeftovers(process.env['TEST_DATABASE_URL']!, process.env['TEST_RUN']!);
  const { database, directory } = globalThis.testServer;
  await database.stop();
  rmSync(directory, { recursive: true, force: true });
  // In watch mode the next run makes its own.
  delete process.env['TEST_DATABASE_URL'];
  globalThis.testServer = undefined;
}

async function dropLeftovers(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [`t_${run}_`],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
