import type { DataSource, MigrationInterface } from 'typeorm';
import type { Persistence } from './persistence.js';

/** The schema of the database is not the one that this program needs; the message is one line for the operator. */
export class SchemaFault extends Error {}

/** The migrations of a context, recorded under its schema: so a program can tell which of those it does not know are others'. */
export const booked = ({ schema, migrations }: Pick<Persistence, 'schema' | 'migrations'>): Function[] =>
  migrations.map(
    (migration) =>
      class extends (migration as new () => MigrationInterface) {
        override readonly name = `${schema}.${migration.name}`;
      },
  );

export interface Difference {
  /** what this program has and the database has not */
  missing: string[];
  /** the other way round, but for schemas that this program does not use */
  unknown: string[];
}

export function difference(source: DataSource, recorded: readonly string[]): Difference {
  const known = source.migrations.map(({ name }) => name!);
  const schemas = new Set(known.map(schemaOf));
  const concerns = (name: string): boolean => !name.includes('.') || schemas.has(schemaOf(name));
  return {
    missing: known.filter((name) => !recorded.includes(name)),
    unknown: recorded.filter((name) => !known.includes(name) && concerns(name)),
  };
}

/** @throws SchemaFault when a newer version of this program has changed the database */
export function requireKnown({ unknown }: Difference): void {
  if (unknown.length > 0)
    throw new SchemaFault(
      `The database is newer than this program, which does not know its migration ${unknown.at(-1)}: start the newer version`,
    );
}

/** @throws SchemaFault also when the database has not been migrated */
export function requireCurrent(found: Difference): void {
  requireKnown(found);
  const { length } = found.missing;
  if (length > 0)
    throw new SchemaFault(
      `The database lacks ${length} migration${length === 1 ? '' : 's'}, ${found.missing[0]} first: run \`migrate\``,
    );
}

export const RECORDED = 'select name from schema_migration order by id';

const schemaOf = (name: string): string => name.split('.', 1)[0]!;
