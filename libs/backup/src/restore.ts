import { promisify } from 'node:util';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { installAuditTriggers } from '@app/platform/audit';
import { MiB } from '@app/platform/core';
import { type FileStore, Upload } from '@app/platform/files';
import {
  dataSourceOptions,
  installChangeTriggers,
  MIGRATION_LOCK,
  namesOf,
  type Persistence,
  translateErrors,
  withMigrations,
} from '@app/platform/persistence';
import { Archive } from './archive.js';
import { BackupError } from './backup-error.js';
import { deferConstraints } from './deferred-constraints.js';
import { type BackedUpTable, fileNameOf, type Manifest, type Member, tableFolder } from './manifest.js';
import { type Progress, Rate } from './rate.js';
import { clearDatabase } from './replaceable.js';
import { rows, schemasOf, tablesOf } from './tables.js';

const gunzip = promisify(gunzipWithCallback);

/** A verified backup. Close its archive after use. */
export interface OpenBackup {
  archive: Archive;
  manifest: Manifest;
}

export interface RestoreOptions {
  databaseUrl: string;
  store: FileStore;
  contexts: Persistence[];
  backup: OpenBackup;
  /** whether existing rows may be deleted */
  mayReplace: boolean;
  onProgress?: Progress;
  signal?: AbortSignal;
}

/** Lifts the timeouts, except for locks held by others, and gives index builds more memory. */
const SESSION = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '30s'; set local maintenance_work_mem = '256MB'; set constraints all immediate`;

/** Invalidates the caches of servers that run without an open session at the moment. */
const NOTE_CHANGE_OF_ALL = `insert into kernel.noted_change values (pg_current_xact_id()::text::bigint, 0)
  on conflict do nothing`;

/** Verifies the checksum and version of a backup. @throws BackupError if it cannot be restored */
export async function openBackup(
  path: string,
  contexts: Persistence[],
  { onProgress, signal }: Pick<RestoreOptions, 'onProgress' | 'signal'> = {},
): Promise<OpenBackup> {
  const archive = await Archive.open(path, (bytes) => {
    signal?.throwIfAborted();
    onProgress?.(`${Math.round(bytes / MiB)} MiB`);
  });
  try {
    const manifest = await archive.manifest();
    requireKnown(manifest, contexts);
    return { archive, manifest };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

function requireKnown({ migrations }: Manifest, contexts: Persistence[]): void {
  const known = namesOf(contexts);
  const unknown = migrations.findLast((name) => !known.includes(name));
  if (unknown)
    throw new BackupError(
      `The backup is from a newer version, with the migration ${unknown}: restore it with that version`,
    );
}

/**
 * Replaces the content of the database with the backup and runs newer migrations, in one transaction.
 * @throws BackupError with the database unchanged
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { archive, manifest } = options.backup;
  const asOf = await dataSourceOf(options, withMigrations(options.contexts, manifest.migrations));
  const upToDate = await dataSourceOf(options, options.contexts);
  const runner = asOf.createQueryRunner();
  try {
    const client = (await translateErrors(runner.connect())) as ClientBase;
    const abort = () => void (client as ClientBase & { end(): Promise<void> }).end();
    options.signal?.addEventListener('abort', abort, { once: true });
    await runner.startTransaction();
    await rows(client, SESSION);
    await rows(client, 'select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await clearDatabase(client, schemasOf(namesOf(options.contexts)), options.mayReplace);
    await migrate(asOf, runner);
    await load(client, archive, manifest, options);
    options.onProgress?.('migrations');
    await migrate(upToDate, runner);
    await installAuditTriggers(runner, options.contexts);
    await installChangeTriggers(runner, options.contexts);
    await rows(client, NOTE_CHANGE_OF_ALL);
    await runner.commitTransaction();
    options.signal?.removeEventListener('abort', abort);
    options.onProgress?.('statistics');
    await analyze(client, schemasOf(manifest.migrations)).catch(() =>
      options.onProgress?.('restored; statistics are left to autovacuum'),
    );
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await runner.release().catch(() => undefined);
    await Promise.all([asOf.destroy(), upToDate.destroy()]);
  }
}

async function dataSourceOf({ databaseUrl }: RestoreOptions, contexts: Persistence[]): Promise<DataSource> {
  const source = new DataSource({
    ...dataSourceOptions({ url: databaseUrl, poolSize: 1, contexts }),
    extra: { max: 1, connectionTimeoutMillis: 10_000, options: '-c timezone=UTC' },
  } as never);
  return translateErrors(source.initialize());
}

async function migrate(source: DataSource, runner: QueryRunner): Promise<void> {
  const executor = new MigrationExecutor(source, runner);
  executor.transaction = 'none'; // uses the current transaction
  await executor.executePendingMigrations();
}

async function load(client: ClientBase, archive: Archive, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const schemas = schemasOf(manifest.migrations);
  const tables = (await tablesOf(client, schemas)).map(({ name }) => name);
  const restoreConstraints = await deferConstraints(client, schemas);
  for (const table of tables) await rows(client, `alter table ${table} disable trigger user`);
  const rate = new Rate('rows', archive.size, options.onProgress);
  let done = 0;
  const count = (bytes: number): void => {
    options.signal?.throwIfAborted();
    rate.show((done += bytes));
  };
  for (const table of manifest.tables) await loadTable(client, archive, table, manifest.members, count);
  for (const member of manifest.members) await storeFile(archive, member, options.store, count);
  options.onProgress?.('keys and indexes');
  await restoreConstraints();
  for (const table of tables) await rows(client, `alter table ${table} enable trigger user`);
  for (const { name, lastValue } of manifest.sequences) await rows(client, 'select setval($1, $2)', [name, lastValue]);
}

async function loadTable(
  client: ClientBase,
  archive: Archive,
  table: BackedUpTable,
  members: Member[],
  count: (bytes: number) => void,
): Promise<void> {
  const { schema, table: name, columns } = table;
  const place = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const member of members) {
      if (!member.path.startsWith(tableFolder(table))) continue;
      yield await gunzip(await archive.read(member));
      count(member.size);
    }
  }
  await pipeline(Readable.from(chunks()), client.query(copyFrom(`copy ${place} (${columns.join(', ')}) from stdin`)));
}

/** Stores a file before the commit, so that every file in the database exists. After a rollback, the collector deletes it. */
async function storeFile(
  archive: Archive,
  member: Member,
  store: FileStore,
  count: (bytes: number) => void,
): Promise<void> {
  const name = fileNameOf(member.path);
  if (name === undefined) return;
  if (!name.includes(member.sha256)) return count(member.size); // damaged before the backup; the store may have an intact copy
  if ((await store.size(name)) !== member.size) {
    const upload = await Upload.receive(archive.stream(member), name, Infinity);
    try {
      await store.put(name, upload);
    } finally {
      await upload.close();
    }
  }
  count(member.size);
}

async function analyze(client: ClientBase, schemas: string[]): Promise<void> {
  for (const { name } of await tablesOf(client, schemas)) await rows(client, `analyze ${name}`);
}
