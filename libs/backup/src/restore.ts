import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { installAuditTriggers } from '@app/platform/audit';
import { MiB } from '@app/platform/core';
import { type FileStore } from '@app/platform/files';
import {
  dataSourceOptions,
  installChangeTriggers,
  MIGRATION_LOCK,
  migrationNames,
  type Persistence,
  sqlState,
  translateErrors,
  withMigrations,
} from '@app/platform/persistence';
import { Archive } from './archive.js';
import { BackupError } from './backup-error.js';
import { deferConstraints } from './deferred-constraints.js';
import { type BackedUpTable, fileNameOf, type Manifest, type Member, tableFolder } from './manifest.js';
import { type Progress, Rate } from './rate.js';
import { clearDatabase } from './replaceable.js';
import { StoredFiles } from './stored-files.js';
import { rows, schemasOf, sequencesOf, type Table, tablesOf } from './tables.js';

/** A verified backup. Close its archive after use. */
export interface OpenBackup {
  archive: Archive;
  manifest: Manifest;
}

interface RestoreOptions {
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
const NOTE_CHANGE_OF_ALL = `insert into platform.change_log values (pg_current_xact_id()::text::bigint, 0)
  on conflict do nothing`;

const UNNAMED = `select name from unnest($1::text[]) name
  where not exists (select from platform.stored_file file where file.name = name.name)`;

/** SQLSTATEs of data that the schema rejects. */
const INVALID_DATA = /^2[23]/;

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

/** Schema of the platform before version 1.0.0. */
const BEFORE_FIRST = 'kernel.';

function requireKnown({ migrations }: Manifest, contexts: Persistence[]): void {
  const known = migrationNames(contexts);
  if (migrations.some((name) => name.startsWith(BEFORE_FIRST)))
    throw new BackupError(
      'The backup is of a build before version 1.0.0, which cannot be restored: export its assets with that build (`export`), and provision them',
    );
  const unknown = migrations.findLast((name) => !known.includes(name));
  if (unknown)
    throw new BackupError(
      `The backup is from a newer version, with the migration ${unknown}: restore it with that version`,
    );
}

/**
 * Replaces the content of the database with the backup and runs newer migrations, in one transaction.
 * @throws BackupError with the database and the file store unchanged
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { archive, manifest } = options.backup;
  const asOf = await dataSourceOf(options, withMigrations(options.contexts, manifest.migrations));
  const upToDate = await dataSourceOf(options, options.contexts);
  const runner = asOf.createQueryRunner();
  const files = new StoredFiles(options.store);
  try {
    const client = (await translateErrors(runner.connect())) as ClientBase;
    const abort = () => void (client as ClientBase & { end(): Promise<void> }).end();
    options.signal?.addEventListener('abort', abort, { once: true });
    await runner.startTransaction();
    await rows(client, SESSION);
    await rows(client, 'select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await clearDatabase(client, schemasOf(migrationNames(options.contexts)), options.mayReplace);
    await migrate(asOf, runner);
    await load(client, archive, manifest, options);
    options.onProgress?.('migrations');
    await migrate(upToDate, runner);
    await installAuditTriggers(runner, options.contexts);
    await installChangeTriggers(runner, options.contexts);
    await rows(client, NOTE_CHANGE_OF_ALL);
    await storeFiles(client, files, options); // last, so that little can fail after it
    await runner.commitTransaction();
    options.signal?.removeEventListener('abort', abort);
    options.onProgress?.('statistics');
    await analyze(client, schemasOf(manifest.migrations)).catch(() =>
      options.onProgress?.('restored; statistics are left to autovacuum'),
    );
  } catch (error) {
    await files.remove();
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw INVALID_DATA.test(sqlState(error) ?? '')
      ? new BackupError(`The content of the backup is invalid: ${(error as Error).message}`)
      : error;
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
  const tables = await tablesOf(client, schemas);
  const sources = sourcesOf(manifest, tables);
  const sequences = (await sequencesOf(client, schemas)).map(({ name }) => name);
  const other = manifest.sequences.find(({ name }) => !sequences.includes(name));
  if (other) throw new BackupError(`The backup names a sequence that its version does not have: ${other.name}`);
  const restoreConstraints = await deferConstraints(client, schemas);
  for (const { name } of tables) await rows(client, `alter table ${name} disable trigger user`);
  const rate = new Rate('rows', archive.size, options.onProgress);
  let done = 0;
  const count = (bytes: number): void => {
    options.signal?.throwIfAborted();
    rate.show((done += bytes));
  };
  for (const [table, source] of sources) await loadTable(client, archive, table, source, manifest.members, count);
  options.onProgress?.('keys and indexes');
  await restoreConstraints();
  for (const { name } of tables) await rows(client, `alter table ${name} enable trigger user`);
  for (const { name, lastValue } of manifest.sequences)
    await rows(client, 'select setval($1::regclass, $2)', [name, lastValue]);
}

/**
 * Pairs each table of the migrated schema with that of the backup.
 * @throws BackupError unless both have the same tables and columns
 */
function sourcesOf(manifest: Manifest, tables: Table[]): [Table, BackedUpTable][] {
  const given = new Map(manifest.tables.map((table) => [tableFolder(table), table]));
  if (given.size < manifest.tables.length) throw new BackupError('The backup names a table twice');
  const pairs = tables.map((table): [Table, BackedUpTable] => {
    const source = given.get(tableFolder(table));
    if (!source) throw new BackupError(`The backup lacks the table ${table.name}`);
    given.delete(tableFolder(table));
    return [table, { ...source, columns: columnsOf(table, source.columns) }];
  });
  for (const { schema, table } of given.values())
    throw new BackupError(`The backup names a table that its version does not have: ${schema}.${table}`);
  return pairs;
}

/** The columns of a table in the order of the backup. */
function columnsOf({ name, columns }: Table, given: string[]): string[] {
  const other = given.find((column) => !columns.includes(column));
  if (other !== undefined) throw new BackupError(`The backup names a column that ${name} does not have: ${other}`);
  if (new Set(given).size !== columns.length || given.length !== columns.length)
    throw new BackupError(`The backup does not have each column of ${name} once`);
  return given;
}

async function loadTable(
  client: ClientBase,
  archive: Archive,
  { name }: Table,
  source: BackedUpTable,
  members: Member[],
  count: (bytes: number) => void,
): Promise<void> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const member of members) {
      if (!member.path.startsWith(tableFolder(source))) continue;
      yield* rowsOf(archive, member);
      count(member.size);
    }
  }
  const columns = source.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await translateErrors(pipeline(Readable.from(chunks()), copy));
  if (copy.rowCount !== source.rows)
    throw new BackupError(`The backup has ${copy.rowCount} rows of ${name} instead of ${source.rows}`);
}

/** Streams, because a few bytes may unpack to any number. */
async function* rowsOf(archive: Archive, member: Member): AsyncGenerator<Buffer> {
  const unpacked = createGunzip({ chunkSize: MiB });
  const reading = pipeline(archive.stream(member), unpacked);
  reading.catch(() => undefined); // it destroys `unpacked` with its error
  try {
    yield* unpacked as AsyncIterable<Buffer>;
    await reading;
  } catch (error) {
    const isDamaged = (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    throw isDamaged ? new BackupError(`${member.path} of the backup is damaged: ${(error as Error).message}`) : error;
  }
}

/** Stores the files that the restored rows name, before the commit, so that every file in the database exists. */
async function storeFiles(
  client: ClientBase,
  files: StoredFiles,
  { backup, signal, onProgress }: RestoreOptions,
): Promise<void> {
  const { archive, manifest } = backup;
  const members = manifest.members.filter(({ path }) => fileNameOf(path) !== undefined);
  const names = members.map(({ path }) => fileNameOf(path)!);
  const [other] = await rows<{ name: string }>(client, UNNAMED, [names]);
  if (other) throw new BackupError(`The backup has a file that none of its rows names: ${other.name}`);
  const rate = new Rate('files', members.length, onProgress);
  for (const [at, member] of members.entries()) {
    signal?.throwIfAborted();
    await files.add(names[at]!, member, archive);
    rate.show(at + 1);
  }
}

async function analyze(client: ClientBase, schemas: string[]): Promise<void> {
  for (const { name } of await tablesOf(client, schemas)) await rows(client, `analyze ${name}`);
}
