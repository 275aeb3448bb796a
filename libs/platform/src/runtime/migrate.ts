import { DataSource } from 'typeorm';
import { installAuditTriggers } from '../audit/install-audit-triggers.js';
import { dataSourceOptions, type DatabaseOptions } from '../persistence/database.js';
import { compareSchema, MIGRATION_LOCK, namesOf, requireKnown } from '../persistence/migration-registry.js';
import { installChangeTriggers } from '../persistence/install-change-triggers.js';
import { answered } from '../persistence/postgres-errors.js';

/**
 * Migrates the schemas of all contexts and installs the audit and change triggers. An advisory lock admits one process at a time.
 * @returns the names of the migrations run
 * @throws SchemaError when a newer version has migrated the database
 */
export async function migrate(options: DatabaseOptions): Promise<string[]> {
  const source = new DataSource({
    ...dataSourceOptions(options),
    entities: [], // migrations are SQL
    extra: { max: 2, connectionTimeoutMillis: 10_000, options: '-c timezone=UTC' },
  } as never);
  await answered(source.initialize());
  const holder = source.createQueryRunner();
  try {
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    requireKnown(await compareSchema(options.url, namesOf(options.contexts)));
    const ran = await source.runMigrations({ transaction: 'each' });
    await installAuditTriggers(holder, options.contexts);
    await installChangeTriggers(holder, options.contexts);
    return ran.map(({ name }) => name.slice(name.indexOf('.') + 1));
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await holder.release();
    await source.destroy();
  }
}
