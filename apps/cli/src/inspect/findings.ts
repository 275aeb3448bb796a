import { CronTime } from 'cron';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { boolean, type Settings } from '@app/platform/core';
import { fileStoreOf } from '@app/platform/files';
import { CONNECTION_LIMIT, connectionsOf } from '@app/platform/persistence';
import { shareOf } from '@app/platform/runtime';
import { settingsOf } from '../connect.js';
import { counted } from '../counted.js';
import { explain } from '../errors.js';
import type { Io } from '../io.js';
import { diskOf, lastBackupOf, migrationsOf } from './installation.js';
import { type Read, readOnly } from './read-only.js';

export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'error';
  text: string;
  /** next step for the operator */
  remedy?: string;
}

const ok = (check: string, text: string): Finding => ({ check, level: 'ok', text });
const warning = (check: string, text: string, remedy: string): Finding => ({ check, level: 'warning', text, remedy });
const error = (check: string, text: string, remedy: string): Finding => ({ check, level: 'error', text, remedy });

const DAY_MS = 86_400_000;
/** Time that a backup may take. */
const LATE_MS = DAY_MS / 24;
const MIN_POSTGRES = 15;
const CLOCKS_APART_MS = 5_000;
/** Maximum number of files to look up in the store, the newest first. */
const FILES_LOOKED_AT = 200;
const MIN_FREE_MIB = 1024;
const HEALTH_WITHIN_MS = 3_000;

/** Runs all checks. A check that cannot run is a finding, too. */
export async function findings(io: Io): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = settingsOf(io);
    boolean(io.env, 'DEMO', true);
  } catch (thrown) {
    return [error('settings', await explain(thrown), 'see docs/configuration.md')];
  }
  const found = [
    ok('settings', 'well-formed'),
    ...folder(settings),
    ...log(settings),
    ...(await disk(settings)),
    ...(await files(settings)),
  ];
  found.push(...(await backup(settings)), await server(settings));
  try {
    return [...found, ...(await readOnly(io, database))];
  } catch (thrown) {
    return [
      ...found,
      error('database', await explain(thrown), 'check that Postgres is running and DATABASE_URL is correct'),
    ];
  }
}

function folder({ dataDir }: Settings): Finding[] {
  const stats = statSync(dataDir, { throwIfNoEntry: false });
  const isOpen = process.platform !== 'win32' && stats !== undefined && (stats.mode & 0o077) !== 0;
  return isOpen ? [warning('folder', `other users may read ${dataDir}`, `chmod 700 ${dataDir}`)] : [];
}

/** Whether the log can be written, without creating it. */
function log({ logFile }: Settings): Finding[] {
  if (logFile === undefined) return [];
  try {
    requireWritable(logFile);
    return [ok('log', `can be written to ${logFile}`)];
  } catch (thrown) {
    return [error('log', `cannot be written: ${(thrown as Error).message}`, 'check LOG_FILE')];
  }
}

/** @throws Error unless the file, or the nearest folder above it that exists, can be written */
function requireWritable(file: string): void {
  let place = file;
  while (!existsSync(place)) place = dirname(place);
  const isFolder = statSync(place).isDirectory();
  if (place === file && isFolder) throw new Error(`${place} is a folder`);
  if (place !== file && !isFolder) throw new Error(`${place} is no folder`);
  accessSync(place, constants.W_OK);
}

async function disk(settings: Settings): Promise<Finding[]> {
  const found = await diskOf(settings);
  if (!found) return [];
  const text = `${found.freeMiB} MiB free in ${found.folder}`;
  return [found.freeMiB < MIN_FREE_MIB ? warning('disk', text, 'free some space, or set DATA_DIR') : ok('disk', text)];
}

async function files(settings: Settings): Promise<Finding[]> {
  const place = settings.s3 ? `bucket ${settings.s3.bucket}` : settings.dataDir;
  try {
    await (await fileStoreOf(settings)).check();
    return [ok('files', `can be stored in ${place}`)];
  } catch (thrown) {
    return [
      error('files', `cannot be stored in ${place}: ${await explain(thrown)}`, 'check DATA_DIR or the S3_ settings'),
    ];
  }
}

async function backup(settings: Settings): Promise<Finding[]> {
  const newest = await lastBackupOf(settings);
  if (newest && Date.now() < overdueAt(newest.madeAt, settings.backup?.schedule)) return [ok('backup', newest.path)];
  const text = newest ? `the last one was made at ${newest.madeAt.toISOString()}` : 'no backup in BACKUP_DIR';
  const remedy = settings.backup
    ? 'look for "The scheduled backup failed" in the log'
    : 'set BACKUP_SCHEDULE, or run `backup` yourself';
  return [warning('backup', text, remedy)];
}

/** When a second backup would have been missed: by the schedule, otherwise of each day. */
function overdueAt(madeAt: Date, schedule?: string): number {
  if (!schedule) return madeAt.getTime() + 2 * DAY_MS;
  const times = new CronTime(schedule, 'UTC');
  const next = times.getNextDateFrom(madeAt, 'UTC');
  return times.getNextDateFrom(next, 'UTC').toMillis() + LATE_MS;
}

async function server({ port }: Settings): Promise<Finding> {
  const address = `http://127.0.0.1:${port}/health/ready`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) });
    if (answer.ok) return ok('server', `ready on port ${port}`);
    return error('server', `${answer.status} from ${address}: ${await answer.text()}`, 'read its log: `logs`');
  } catch {
    return ok('server', `not running on port ${port} of this machine`);
  }
}

async function database(read: Read, settings: Settings): Promise<Finding[]> {
  const migrations = await migrationsOf(read);
  const found = await serverOfDatabase(read, settings);
  if (migrations.unknown.length > 0)
    return [
      ...found,
      error('migrations', `unknown: ${migrations.unknown.join(', ')}`, 'start the newer version of the service'),
    ];
  if (migrations.pending.length > 0)
    return [...found, error('migrations', `${migrations.pending.length} pending`, 'run `migrate`')];
  return [
    ...found,
    ok('migrations', `${migrations.applied} applied`),
    ...(await keys(read)),
    ...(await work(read)),
    ...(await missingFiles(read, settings)),
  ];
}

const SERVER = `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
  (${CONNECTION_LIMIT}) as connections, extract(epoch from clock_timestamp())::float8 * 1000 as clock`;

async function serverOfDatabase(read: Read, settings: Settings): Promise<Finding[]> {
  const [found] = await read<{ major: number; encoding: string; connections: number; clock: number }>(SERVER);
  const { major, encoding, connections, clock } = found!;
  const apart = Math.round(Math.abs(Date.now() - clock) / 1000);
  return [
    major < MIN_POSTGRES
      ? error('database', `Postgres ${major} is too old`, `use ${MIN_POSTGRES} or newer`)
      : ok('database', `Postgres ${major}`),
    ...(encoding === 'UTF8'
      ? []
      : [error('encoding', `the database has the encoding ${encoding}`, 'create one with encoding UTF8')]),
    connectionsFor(settings, connections),
    ...(apart * 1000 > CLOCKS_APART_MS
      ? [warning('clock', `differs from the clock of the database by ${apart} s`, 'synchronise the clocks (NTP)')]
      : []),
  ];
}

/** Both APIs on this machine; servers on other machines need as many again. */
function connectionsFor(settings: Settings, allowed: number): Finding {
  const { workers, poolSize } = settings;
  const needed = connectionsOf(workers, shareOf(settings).poolSize) + connectionsOf(1, poolSize);
  const text = `Postgres allows ${allowed}, both APIs of this machine may open ${needed}`;
  return allowed < needed
    ? warning('connections', text, 'raise max_connections, or lower DATABASE_POOL: see docs/operations/database.md')
    : ok('connections', text);
}

const KEYS = `select count(*)::int as valid, (count(*) filter (where expires_at < platform.now() + interval '14 days'))::int as ending
  from platform.api_key where revoked_at is null and coalesce(expires_at > platform.now(), true)`;

async function keys(read: Read): Promise<Finding[]> {
  const [{ valid, ending } = { valid: 0, ending: 0 }] = await read<{ valid: number; ending: number }>(KEYS);
  if (valid === 0) return [warning('keys', 'no valid key: nobody can use the API', 'run `keys create`')];
  if (ending > 0)
    return [warning('keys', `${ending} of ${valid} expire within 14 days`, 'run `keys list`, then `keys rotate`')];
  return [ok('keys', `${valid} valid`)];
}

/** Overdue work, which the jobs of a running server would have done. */
const WORK = `select (select count(*)::int from pricing.transaction where status = 'pending' and expires_at < platform.now() - interval '10 minutes') as expired,
  (select count(*)::int from viewer.build_request where next_try_at is not null and attempts > 2) as failing`;

async function work(read: Read): Promise<Finding[]> {
  const [{ expired, failing } = { expired: 0, failing: 0 }] = await read<{ expired: number; failing: number }>(WORK);
  return [
    ...(expired > 0
      ? [
          warning(
            'jobs',
            `${counted(expired, 'expired transaction is', 'expired transactions are')} still open`,
            'start a server: its jobs close them',
          ),
        ]
      : []),
    ...(failing > 0
      ? [warning('jobs', `${counted(failing, 'viewer document')} cannot be built`, 'read the log of the main API')]
      : []),
  ];
}

const NAMES = `select name from platform.stored_file where unnamed_since is null order by stored_at desc limit ${FILES_LOOKED_AT}`;

async function missingFiles(read: Read, settings: Settings): Promise<Finding[]> {
  const store = await fileStoreOf(settings);
  const missing: string[] = [];
  for (const { name } of await read<{ name: string }>(NAMES))
    if ((await store.size(name).catch(() => 0)) === undefined) missing.push(name);
  if (missing.length === 0) return [];
  const text = `${missing.length} of the newest are missing, such as ${missing[0]}`;
  return [error('files', text, 'check DATA_DIR or the S3_ settings, or restore a backup')];
}
