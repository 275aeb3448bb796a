import pg from 'pg';
import { AbstractLogger, type DataSourceOptions } from 'typeorm';
import { registeredMigrations } from './migration-registry.js';
import type { Persistence } from './persistence.js';
import { SnakeNamingStrategy } from './snake-naming-strategy.js';

export interface DatabaseOptions {
  url: string;
  poolSize: number;
  contexts: Persistence[];
  readUrl?: string | undefined;
}

/** Time limits of docs/contract/decisions.md, Errors. Milliseconds. */
export const LIMITS = { connection: 3_000, statement: 8_000, commit: 60_000, idleInTransaction: 10_000 };

/** Identifies the sessions of servers and commands in `pg_stat_activity`. */
export const APPLICATION_NAME = 'property-map-service';

/** Settings of every connection, to the primary and to a replica. */
const SESSION = {
  keepAlive: true,
  // Generic plans: planning each read again costs a third of its time.
  options: '-c timezone=UTC -c datestyle=ISO -c search_path=public -c jit=off -c plan_cache_mode=force_generic_plan',
  application_name: APPLICATION_NAME,
};

/**
 * Options in the URL (`?options=-c name=value`) override the defaults above. Its `application_name` is ignored, because a
 * restore finds our sessions by ours.
 */
function sessionTo(url: string): { connectionString: string; options: string } {
  const [address, query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  const own = parameters.get('options');
  if (own === null && !parameters.has('application_name')) return { connectionString: url, options: SESSION.options };
  parameters.delete('options');
  parameters.delete('application_name');
  const options = own === null ? SESSION.options : `${SESSION.options} ${own}`;
  return { connectionString: `${address}?${parameters}`, options };
}

/** Silences TypeORM, which prints failed migrations on standard output regardless of `logging`; our callers report the error. */
class SilentLogger extends AbstractLogger {
  protected override writeLog(): void {}
}

export const replicaPoolConfig = (url: string, poolSize: number): pg.PoolConfig => ({
  ...SESSION,
  ...sessionTo(url),
  max: poolSize,
});

export function dataSourceOptions({ url, poolSize, contexts }: DatabaseOptions): DataSourceOptions {
  const { connectionString, options } = sessionTo(url);
  return {
    type: 'postgres',
    driver: pg, // pinned: TypeORM would silently prefer pg-native
    url: connectionString,
    entities: contexts.flatMap((context) => context.entities as Function[]),
    migrations: contexts.flatMap(registeredMigrations),
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNamingStrategy(),
    entitySkipConstructor: true, // aggregates have real constructors, with rules
    logger: new SilentLogger(),
    poolErrorHandler: () => undefined, // the pool replaces a lost idle connection
    extra: {
      max: poolSize,
      connectionTimeoutMillis: LIMITS.connection,
      statement_timeout: LIMITS.statement,
      query_timeout: LIMITS.statement + 1_000, // the server's own limit cannot be reported over a dead link
      idle_in_transaction_session_timeout: LIMITS.idleInTransaction,
      ...SESSION,
      options,
    },
  };
}

/** How many connections the role of the session may open: the least of the limits of the server, the database and the role. */
export const CONNECTION_LIMIT = `select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as connections`;

/** Connections that so many processes may open: a pool each, and one each for the readiness check. */
export const connectionsOf = (processes: number, poolSize: number): number => processes * (poolSize + 1);
