import type { Settings } from '@app/platform/core';
import type { Command } from '../command.js';
import { counted } from '../counted.js';
import { versionOf } from '../program.js';
import { columns } from './columns.js';
import { diskOf, lastBackupOf, migrationsOf, withoutPassword } from './installation.js';
import { type Read, readOnly } from './read-only.js';

const DATABASE = `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
  (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
  current_setting('max_connections')::int as max_connections`;
const REPLICATION = `select application_name as replica, state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes_behind
  from pg_stat_replication where not pg_is_in_recovery() order by 1`;
const COUNTS = `select (select count(*)::int from catalog.account) as accounts, (select count(*)::int from catalog.asset) as assets,
  (select coalesce(sum(units), 0)::int from catalog.unit_count) as units, (select count(*)::int from pricing.process) as processes,
  (select count(*)::int from mapping.embed) as embeds, (select count(*)::int from platform.stored_file) as files,
  (select count(*)::int from platform.api_key where revoked_at is null and coalesce(expires_at > platform.now(), true)) as valid_keys`;
const SINGULAR: Record<string, string> = {
  accounts: 'account',
  assets: 'asset',
  units: 'unit',
  processes: 'process',
  embeds: 'embed',
  files: 'file',
  valid_keys: 'valid key',
  open_transactions: 'open transaction',
  builds_waiting: 'build waiting',
  builds_failing: 'build failing',
  files_to_remove: 'file to remove',
};
/** Pending work of the jobs, which run in every server. */
const WORK = `select (select count(*)::int from pricing.transaction where status = 'pending') as open_transactions,
  (select count(*)::int from viewer.build_request where next_try_at is not null) as builds_waiting,
  (select count(*)::int from viewer.build_request where next_try_at is not null and attempts > 0) as builds_failing,
  (select count(*)::int from platform.stored_file where unnamed_since is not null) as files_to_remove`;
const PUBLICATIONS = `select publication.transaction_id::text as transaction, process.asset_id::text as asset, process.name as process,
    publication.entry_count as entries, to_json(date_trunc('second', publication.published_at)) #>> '{}' as published_at
  from pricing.process join pricing.publication on publication.asset_id = process.asset_id and publication.process_id = process.id
    and publication.id = process.publication_id
  order by publication.published_at desc limit 5`;

export const status: Command = {
  name: 'status',
  summary: 'Shows versions, migrations, sizes, jobs, the last publications, disk space and the last backup',
  options: { json: { type: 'boolean', help: 'prints JSON' } },
  async run({ flags }, io) {
    const found = await readOnly(io, statusOf);
    io.out(flags['json'] ? JSON.stringify(found, null, 2) : textOf(found));
  },
};

async function statusOf(read: Read, settings: Settings) {
  const [database] = await read<{ version: string; bytes: number; connections: number; max_connections: number }>(
    DATABASE,
  );
  const migrations = await migrationsOf(read);
  const isCurrent = migrations.pending.length + migrations.unknown.length === 0;
  const first = async (sql: string) => (isCurrent ? (await read<Record<string, number>>(sql))[0]! : undefined);
  return {
    version: versionOf(),
    node: process.versions.node,
    database: { address: withoutPassword(settings.databaseUrl), ...database! },
    replication: await read<{ replica: string; state: string; bytes_behind: number | null }>(REPLICATION),
    migrations,
    counts: await first(COUNTS),
    work: await first(WORK),
    publications: isCurrent ? await read(PUBLICATIONS) : [],
    disk: await diskOf(settings),
    last_backup: await lastBackupOf(settings),
  };
}

function textOf(found: Awaited<ReturnType<typeof statusOf>>): string {
  const { database, migrations, disk, last_backup: backup } = found;
  const lines: [string, string | undefined][] = [
    ['Version', `${found.version}, Node ${found.node}, Postgres ${database.version}`],
    [
      'Database',
      `${database.address}, ${Math.round(database.bytes / 1024 ** 2)} MiB, ${database.connections} of ${database.max_connections} connections`,
    ],
    ['Migrations', [`${migrations.applied} applied`, ...pendingOf(migrations)].join(', ')],
    ['Contents', found.counts && countsText(found.counts)],
    ['Jobs', found.work && countsText(found.work)],
    [
      'Replicas',
      found.replication
        .map((each) => `${each.replica} ${each.state}, ${each.bytes_behind ?? '?'} bytes behind`)
        .join('; ') || 'none',
    ],
    ['Disk', disk && `${disk.freeMiB} of ${disk.totalMiB} MiB free in ${disk.folder}`],
    ['Last backup', backup ? `${backup.madeAt.toISOString()} ${backup.path}` : 'none in BACKUP_DIR'],
  ];
  const text = lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(12)}${value}`])).join('\n');
  return found.publications.length > 0 ? `${text}\n\nLast publications\n${columns(found.publications)}` : text;
}

/** `1 account, 2 open transactions, 1 file to remove` */
const countsText = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, count]) => counted(count, SINGULAR[name]!, name.replaceAll('_', ' ')))
    .join(', ');

function pendingOf({ pending, unknown }: { pending: string[]; unknown: string[] }): string[] {
  return [
    ...(pending.length > 0 ? [`${pending.length} pending: run \`migrate\``] : []),
    ...(unknown.length > 0 ? [`${unknown.length} from a newer version`] : []),
  ];
}
