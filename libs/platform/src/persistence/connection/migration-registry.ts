import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import type { Persistence } from './persistence.js';
import { sqlState, translateErrors } from './postgres-errors.js';

/** The database schema does not match this program; the message is one line for the operator. */
export class SchemaError extends Error {}

/** The migrations of a context, recorded with its schema as prefix, so that a program can ignore migrations of contexts it does not have. */
export const registeredMigrations = ({ schema, migrations }: Persistence): Function[] =>
  migrations.map(
    (migration) =>
      class extends (migration as new () => MigrationInterface) {
        override readonly name = registeredName(schema, migration);
      },
  );

/** Advisory lock for schema changes: an arbitrary number, the same in every process. */
export const MIGRATION_LOCK = 4_711_202_308;

const TIMESTAMP = 13;

const registeredName = (schema: string, { name }: Function): string => `${schema}.${name}`;

/** Registered names of the migrations of these contexts, in the order in which they run: by the timestamps at their ends. */
export const migrationNames = (contexts: readonly Persistence[]): string[] =>
  contexts
    .flatMap(({ schema, migrations }) => migrations.map((migration) => registeredName(schema, migration)))
    .sort((one, other) => timeOf(one) - timeOf(other));

/** The contexts reduced to the recorded migrations. */
export const withMigrations = (contexts: readonly Persistence[], recorded: readonly string[]): Persistence[] =>
  contexts.map((context) => ({
    ...context,
    migrations: context.migrations.filter((each) => recorded.includes(registeredName(context.schema, each))),
  }));

interface Difference {
  /** migrations of this program that the database lacks */
  missing: string[];
  /** migrations of the database that this program lacks, in the schemas that it uses */
  unknown: string[];
  /** whether a build before version 1.0.0 has migrated the database: its migrations are older than the first of this program */
  isBeforeFirst: boolean;
}

function difference(known: readonly string[], recorded: readonly string[]): Difference {
  const schemas = new Set(known.map(schemaOf));
  const concerns = (name: string): boolean => !name.includes('.') || schemas.has(schemaOf(name));
  const first = Math.min(...known.map(timeOf));
  return {
    isBeforeFirst: recorded.some((name) => timeOf(name) < first),
    missing: known.filter((name) => !recorded.includes(name)),
    unknown: recorded.filter((name) => !known.includes(name) && concerns(name)),
  };
}

/** @throws SchemaError when a newer version, or one before 1.0.0, has migrated the database */
export function requireKnown({ unknown, isBeforeFirst }: Difference): void {
  if (isBeforeFirst)
    throw new SchemaError(
      'The database was created by a build before version 1.0.0, which cannot be upgraded: export its assets with that build (`export`), and provision them into an empty database (another DATABASE_URL or DATA_DIR)',
    );
  if (unknown.length > 0)
    throw new SchemaError(
      `The database is newer than this program, which lacks its migration ${unknown.at(-1)}: start the newer version`,
    );
}

/** @throws SchemaError also when a migration is missing */
export function requireCurrent(found: Difference): void {
  requireKnown(found);
  const { length } = found.missing;
  if (length > 0)
    throw new SchemaError(
      `The database lacks ${length} migration${length === 1 ? '' : 's'}, ${found.missing[0]} first: run \`migrate\``,
    );
}

/** Milliseconds. */
const TIMEOUT = 3_000;
const UNDEFINED_TABLE = '42P01';

/**
 * Compares the migrations over a connection of its own, because the pool may not exist yet, or may be exhausted.
 * @param known registered names
 * @throws errors of the connection
 */
export async function compareSchema(databaseUrl: string, known: readonly string[]): Promise<Difference> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
  });
  client.on('error', () => undefined);
  try {
    await translateErrors(client.connect());
    return await compareMigrations(async (sql) => (await client.query<Recorded>(sql)).rows, known);
  } finally {
    client.end().catch(() => undefined);
  }
}

interface Recorded {
  name: string;
}

/**
 * Compares the migrations over an open connection.
 * @param query runs a statement and returns its rows
 */
export async function compareMigrations(
  query: (sql: string) => Promise<Recorded[]>,
  known: readonly string[],
): Promise<Difference> {
  try {
    const recorded = await translateErrors(query('select name from public.schema_migration order by id'));
    return difference(
      known,
      recorded.map(({ name }) => name),
    );
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return difference(known, []);
    throw error;
  }
}

const timeOf = (name: string): number => Number(name.slice(-TIMESTAMP));

const schemaOf = (name: string): string => name.split('.', 1)[0]!;
