import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import type { Persistence } from './persistence.js';
import { answered, sqlState } from './postgres-errors.js';

/** The schema of the database is not the one that this program needs; the message is one line for the operator. */
export class SchemaError extends Error {}

/** The migrations of a context, recorded under its schema: so a program can tell which of those it does not know are others'. */
export const registered = ({ schema, migrations }: Persistence): Function[] =>
  migrations.map(
    (migration) =>
      class extends (migration as new () => MigrationInterface) {
        override readonly name = registeredName(schema, migration);
      },
  );

/** Advisory lock of who changes the schema. Any number: it only has to be the same in every process. */
export const MIGRATION_LOCK = 4_711_202_308;

const registeredName = (schema: string, { name }: Function): string => `${schema}.${name}`;

/** Names, in the registry, of what these contexts have. */
export const namesOf = (contexts: readonly Persistence[]): string[] =>
  contexts.flatMap(({ schema, migrations }) => migrations.map((migration) => registeredName(schema, migration)));

/** The contexts as they were when only these migrations were there. */
export const withMigrations = (contexts: readonly Persistence[], recorded: readonly string[]): Persistence[] =>
  contexts.map((context) => ({
    ...context,
    migrations: context.migrations.filter((each) => recorded.includes(registeredName(context.schema, each))),
  }));

export interface Difference {
  /** what this program has and the database has not */
  missing: string[];
  /** the other way round, but for schemas that this program does not use */
  unknown: string[];
}

function difference(known: readonly string[], recorded: readonly string[]): Difference {
  const schemas = new Set(known.map(schemaOf));
  const concerns = (name: string): boolean => !name.includes('.') || schemas.has(schemaOf(name));
  return {
    missing: known.filter((name) => !recorded.includes(name)),
    unknown: recorded.filter((name) => !known.includes(name) && concerns(name)),
  };
}

/** @throws SchemaError when a newer version of this program has changed the database */
export function requireKnown({ unknown }: Difference): void {
  if (unknown.length > 0)
    throw new SchemaError(
      `The database is newer than this program, which does not know its migration ${unknown.at(-1)}: start the newer version`,
    );
}

/** @throws SchemaError also when the database has not been migrated */
export function requireCurrent(found: Difference): void {
  requireKnown(found);
  const { length } = found.missing;
  if (length > 0)
    throw new SchemaError(
      `The database lacks ${length} migration${length === 1 ? '' : 's'}, ${found.missing[0]} first: run \`migrate\``,
    );
}

/** How long the question may take, in milliseconds. */
const WITHIN = 3_000;
const UNDEFINED_TABLE = '42P01';

/**
 * Compares over a connection of its own: before a pool is there, and because one that is busy is not a database that is gone.
 * @param known names in the registry
 * @throws errors of the connection
 */
export async function compareSchema(databaseUrl: string, known: readonly string[]): Promise<Difference> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: WITHIN,
    query_timeout: WITHIN,
  });
  client.on('error', () => undefined);
  try {
    await answered(client.connect());
    const { rows } = await answered(client.query<{ name: string }>('select name from schema_migration order by id'));
    return difference(
      known,
      rows.map(({ name }) => name),
    );
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return difference(known, []);
    throw error;
  } finally {
    client.end().catch(() => undefined);
  }
}

const schemaOf = (name: string): string => name.split('.', 1)[0]!;
