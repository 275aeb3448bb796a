import { statfs } from 'node:fs/promises';
import { BackupFolder } from '@app/backup';
import { MiB, type Settings } from '@app/platform/core';
import { migrationNames } from '@app/platform/persistence';
import { ALL_PERSISTENCE } from '../contexts.js';
import type { Read } from './read-only.js';

export interface Migrations {
  applied: number;
  /** migrations that the database lacks */
  pending: string[];
  /** migrations of the database that this program does not know */
  unknown: string[];
}

const HAS_REGISTRY = `select to_regclass('public.schema_migration') is not null as yes`;

export async function migrationsOf(read: Read): Promise<Migrations> {
  const [registry] = await read<{ yes: boolean }>(HAS_REGISTRY);
  const rows = registry!.yes
    ? await read<{ name: string }>('select name from public.schema_migration order by id')
    : [];
  const recorded = rows.map(({ name }) => name);
  const known = migrationNames(ALL_PERSISTENCE);
  return {
    applied: recorded.length,
    pending: known.filter((name) => !recorded.includes(name)),
    unknown: recorded.filter((name) => !known.includes(name)),
  };
}

export interface Disk {
  folder: string;
  freeMiB: number;
  totalMiB: number;
}

/** Disk usage of DATA_DIR; undefined if it cannot be determined. */
export async function diskOf({ dataDir }: Settings): Promise<Disk | undefined> {
  const found = await statfs(dataDir).catch(() => undefined);
  const mebibytes = (blocks: number) => Math.round((blocks * found!.bsize) / MiB);
  return found && { folder: dataDir, freeMiB: mebibytes(found.bavail), totalMiB: mebibytes(found.blocks) };
}

/** The newest backup in BACKUP_DIR. */
export const lastBackupOf = ({ backupDir }: Settings) => new BackupFolder(backupDir).newest();

/** Removes the password from a URL. */
export function withoutPassword(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}
