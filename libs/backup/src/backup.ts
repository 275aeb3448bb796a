import pg from 'pg';
import { COLLECTING_FILES, type FileStore } from '@app/platform/files';
import { sqlState, translateErrors } from '@app/platform/persistence';
import { ArchiveWriter } from './archive-writer.js';
import { BackupBusyError, BackupError } from './backup-error.js';
import { copyChunks } from './copy-chunks.js';
import {
  type BackedUpTable,
  chunkPath,
  filePath,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  type Sequence,
} from './manifest.js';
import { type Progress, Rate } from './rate.js';
import { rows, schemasOf, sequencesOf, type Table, tablesOf } from './tables.js';

interface BackupOptions {
  databaseUrl: string;
  store: FileStore;
  /** path of the archive to write */
  path: string;
  /** whether to skip a backup that another process has created meanwhile */
  isMade?: () => Promise<boolean>;
  onProgress?: Progress;
  signal?: AbortSignal;
}

export interface Backup {
  path: string;
  bytes: number;
  tables: number;
  rows: number;
  files: number;
  missingFiles: string[];
}

/** Maximum wait for another backup or the file collector to finish. */
const LOCK_TIMEOUT = '60s';

/** Makes the text output of COPY independent of the server's settings, and lifts the timeouts, because a backup may take hours. */
const SESSION = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set lock_timeout = '${LOCK_TIMEOUT}'`;

const NOW = `select to_json(now()) #>> '{}' as "createdAt", current_setting('server_version') as postgres`;
const MIGRATIONS = 'select name from public.schema_migration order by id';
const FILES = 'select name from platform.stored_file where unnamed_since is null order by name';

const LOCK_NOT_AVAILABLE = '55P03';
const UNDEFINED_TABLE = '42P01';

/** Writes an archive of one snapshot of the database, without blocking readers or writers. @throws BackupError */
export async function createBackup(options: BackupOptions): Promise<Backup> {
  const client = new pg.Client({ connectionString: options.databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the running statement reports the error
  await translateErrors(client.connect());
  const end = () => void client.end().catch(() => undefined);
  options.signal?.addEventListener('abort', end, { once: true });
  try {
    await rows(client, SESSION);
    await rows(client, 'begin isolation level repeatable read, read only');
    await lock(client);
    if (await options.isMade?.()) throw new BackupBusyError('Another process made it');
    const archive = await ArchiveWriter.create(options.path);
    return await write(client, archive, options).catch(async (error: unknown) => {
      await archive.discard();
      throw error;
    });
  } finally {
    options.signal?.removeEventListener('abort', end);
    end();
  }
}

/** Blocks the file collector and other backups until the transaction ends. */
async function lock(client: pg.Client): Promise<void> {
  try {
    await rows(client, 'select pg_advisory_xact_lock($1)', [COLLECTING_FILES]);
  } catch (error) {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? new BackupBusyError('Another backup is being made') : error;
  }
}

async function write(client: pg.Client, archive: ArchiveWriter, options: BackupOptions): Promise<Backup> {
  const [now] = await rows<Pick<Manifest, 'createdAt' | 'postgres'>>(client, NOW);
  const migrations = await migrationsOf(client);
  const schemas = schemasOf(migrations);
  const tables = await writeTables(client, archive, await tablesOf(client, schemas), options);
  const files = await writeFiles(client, archive, options);
  // Sequences are not part of the snapshot; read last, they are past every id in it.
  const sequences = (await sequencesOf(client, schemas)).filter((each): each is Sequence => each.lastValue !== null);
  const { missing: missingFiles } = files;
  await archive.finish({
    format: FORMAT,
    version: FORMAT_VERSION,
    ...now!,
    migrations,
    tables,
    sequences,
    missingFiles,
  });
  return {
    path: options.path,
    bytes: archive.size,
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    files: files.stored,
    missingFiles,
  };
}

async function migrationsOf(client: pg.Client): Promise<string[]> {
  try {
    return (await rows<{ name: string }>(client, MIGRATIONS)).map(({ name }) => name);
  } catch (error) {
    throw sqlState(error) === UNDEFINED_TABLE ? new BackupError('The database is empty: nothing to back up') : error;
  }
}

async function writeTables(
  client: pg.Client,
  archive: ArchiveWriter,
  tables: Table[],
  { onProgress, signal }: BackupOptions,
): Promise<BackedUpTable[]> {
  const written: BackedUpTable[] = [];
  const rate = new Rate('rows', sum(tables), onProgress);
  for (const [at, table] of tables.entries()) {
    const { schema, table: name, columns, bytes } = table;
    const entry: BackedUpTable = { schema, table: name, columns, rows: 0 };
    const chunks = copyChunks(client, table);
    let raw = 0;
    for (let number = 1; ; number++) {
      const { value, done } = await chunks.next();
      if (done) entry.rows = value;
      if (done) break;
      signal?.throwIfAborted();
      await archive.add(chunkPath(entry, number), value.bytes.length, [value.bytes]);
      raw += value.rawBytes;
      rate.show(sum(tables.slice(0, at)) + Math.min(raw, bytes));
    }
    written.push(entry);
  }
  return written;
}

const sum = (tables: Table[]): number => tables.reduce((total, { bytes }) => total + bytes, 0);

async function writeFiles(
  client: pg.Client,
  archive: ArchiveWriter,
  { store, onProgress, signal }: BackupOptions,
): Promise<{ stored: number; missing: string[] }> {
  const files = await rows<{ name: string }>(client, FILES);
  const rate = new Rate('files', files.length, onProgress);
  const missing: string[] = [];
  for (const [at, { name }] of files.entries()) {
    signal?.throwIfAborted();
    const size = await store.size(name);
    const content = size === undefined ? undefined : await store.read(name);
    if (content) {
      // The name of a stored file contains the hash of its content.
      const sha256 = await archive.add(filePath(name), size!, content as AsyncIterable<Buffer>);
      if (!name.includes(sha256)) missing.push(name);
    } else missing.push(name);
    rate.show(at + 1);
  }
  return { stored: files.length - missing.length, missing };
}
