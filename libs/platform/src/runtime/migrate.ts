import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { installAuditTriggers } from '../audit/install-audit-triggers.js';
import {
  APPLICATION_NAME,
  dataSourceOptions,
  type DatabaseOptions,
} from '../persistence/connection/data-source-options.js';
import {
  compareMigrations,
  MIGRATION_LOCK,
  migrationNames,
  requireKnown,
  SchemaError,
} from '../persistence/connection/migration-registry.js';
import { installChangeTriggers } from '../persistence/reads/install-change-triggers.js';
import type { Persistence } from '../persistence/connection/persistence.js';
import { sqlState, translateErrors } from '../persistence/connection/postgres-errors.js';

/** How a migration waits for tables that are in use. Milliseconds. */
interface LockRetries {
  /** Short: readers queue behind a waiting lock request */
  timeout: number;
  /** between two attempts, while readers proceed */
  pause: number;
  attempts: number;
  /** called after an attempt that is followed by another */
  onRetry?: (attempt: number) => void;
}

interface MigrationOptions extends Partial<LockRetries> {
  /** whether to refuse pending migrations while servers or commands are connected: all of them are of an older version */
  exclusive?: boolean;
  /** milliseconds to wait for them to stop */
  stopTimeout?: number;
}

/** Longer than a server needs to stop, without `DRAIN_SECONDS`. */
const STOP_TIMEOUT_MS = 15_000;

const LOCK_RETRIES: LockRetries = { timeout: 2_000, pause: 2_000, attempts: 30 };
const IN_USE = /^(55P03|40P01)$/;

/**
 * Migrates the schemas of all contexts and installs the audit and change triggers. An advisory lock admits one process at a time.
 * Each migration runs in its own transaction, so a failure leaves the schema in the state after the previous migration. The
 * triggers are installed in the transaction of the last one.
 * @returns the names of the migrations run
 * @throws SchemaError when a newer version has migrated the database, servers are connected, or a table stays in use
 */
export async function migrate(
  options: DatabaseOptions,
  { exclusive = false, stopTimeout = STOP_TIMEOUT_MS, ...locks }: MigrationOptions = {},
): Promise<string[]> {
  const retries = { ...LOCK_RETRIES, ...locks };
  const session = `-c timezone=UTC -c datestyle=ISO -c search_path=public -c lock_timeout=${retries.timeout}`;
  const source = new DataSource({
    ...dataSourceOptions(options),
    entities: [], // migrations are SQL
    extra: { max: 2, connectionTimeoutMillis: 10_000, options: session },
  } as never);
  await translateErrors(source.initialize());
  const holder = source.createQueryRunner();
  try {
    await lockMigrations(holder);
    const before = await compareMigrations(
      (sql) => holder.query(sql) as Promise<{ name: string }[]>,
      migrationNames(options.contexts),
    );
    requireKnown(before);
    if (exclusive && before.missing.length > 0) await requireNoSessions(holder, performance.now() + stopTimeout);
    installWithLast(source, before.missing, options.contexts);
    await whenFree(holder, retries, async () => {
      if (before.missing.length > 0) await source.runMigrations({ transaction: 'each' });
      await installTriggers(holder, options.contexts);
    });
    return before.missing.map((name) => name.slice(name.indexOf('.') + 1));
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await holder.release();
    await source.destroy();
  }
}

/** Milliseconds between two attempts. */
const LOCK_PAUSE = 100;

/**
 * Waits until no other process migrates, which may take long. Polls, because a statement that waits for the lock would block
 * `create index concurrently` of that process, which waits for all running statements.
 */
async function lockMigrations(holder: QueryRunner): Promise<void> {
  const isLocked = async (): Promise<boolean> => {
    const [row] = (await holder.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK])) as { locked: boolean }[]; // oxfmt-ignore
    return row!.locked;
  };
  while (!(await isLocked())) await sleep(LOCK_PAUSE);
}

const SESSIONS = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name = $1`;

/** Waits until no server or command is connected, because one of an older version may write what the new schema does not mean. @throws SchemaError */
async function requireNoSessions(holder: QueryRunner, until: number): Promise<void> {
  for (;;) {
    const [{ count }] = (await holder.query(SESSIONS, [APPLICATION_NAME])) as [{ count: number }];
    if (count === 0) return;
    if (performance.now() >= until)
      throw new SchemaError(
        `Servers or commands of an older version use the database (${count} session${count === 1 ? '' : 's'}): stop them first`,
      );
    await sleep(LOCK_PAUSE);
  }
}

async function installTriggers(runner: QueryRunner, contexts: readonly Persistence[]): Promise<void> {
  await installAuditTriggers(runner, contexts);
  await installChangeTriggers(runner, contexts);
}

/**
 * Makes the last pending migration that has a transaction install the triggers in it: if `migrate` is killed, servers never find
 * all migrations without the triggers.
 */
function installWithLast(source: DataSource, pending: readonly string[], contexts: readonly Persistence[]): void {
  const last = pending.findLast((name) => migrationNamed(source, name).transaction !== false);
  if (last === undefined) return;
  const migration = migrationNamed(source, last);
  const up = migration.up.bind(migration);
  migration.up = async (runner) => {
    await up(runner);
    await installTriggers(runner, contexts);
  };
}

const migrationNamed = (source: DataSource, wanted: string): MigrationInterface =>
  source.migrations.find(({ name }) => name === wanted)!;

/** Retries work that times out waiting for a lock; between attempts, the sessions queued behind it proceed. */
async function whenFree(holder: QueryRunner, retries: LockRetries, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!IN_USE.test(sqlState(error) ?? '')) throw error;
      if (attempt >= retries.attempts) throw await inUse(holder, error);
      retries.onRetry?.(attempt);
      await sleep(retries.pause);
    }
}

const OLDEST_TRANSACTION = `select pid, application_name as name, to_char(xact_start, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`;

async function inUse(holder: QueryRunner, error: unknown): Promise<SchemaError> {
  const [oldest] = (await holder.query(OLDEST_TRANSACTION)) as { pid: number; name: string; since: string }[];
  const by = oldest
    ? `. The oldest transaction is open since ${oldest.since}: process ${oldest.pid} (${oldest.name})`
    : '';
  const text = `A table is still in use; the schema is as the last completed migration left it${by}. Run \`migrate\` again when it has ended`;
  return new SchemaError(text, { cause: error });
}
