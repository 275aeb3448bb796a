import type { Settings } from '@app/platform/core';
import { sqlState, translateErrors } from '@app/platform/persistence';
import pg from 'pg';
import { requireDatabase, withDatabase } from '../connect.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';

const UNDEFINED = /^(42P01|42703|3F000)$/;

export type Read = <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;

/** Reads one snapshot of the database, without creating or migrating it, or writing. */
export async function readOnly<T>(io: Io, work: (read: Read, settings: Settings) => Promise<T>): Promise<T> {
  requireDatabase(io);
  return withDatabase(io, async (settings) => {
    const client = new pg.Client({
      connectionString: settings.databaseUrl,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined); // the running query reports the error
    await translateErrors(client.connect());
    try {
      await client.query(`set timezone = 'UTC'`); // not as an option: that of the address would replace it
      await client.query('begin isolation level repeatable read, read only');
      return await work(async (sql, values = []) => (await client.query(sql, values)).rows as never, settings);
    } catch (error) {
      if (!UNDEFINED.test(sqlState(error) ?? '')) throw error;
      throw new CommandError('The database has the schema of another version: run `migrate`; `doctor` reports details');
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}
