import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@app/platform/core';

const NAME = /^backup-\d{8}T\d{4}Z\.backup$/;
const INCOMPLETE = 'incomplete.backup';
const DRAFT = '.part';
/** An older unfinished archive was left by a killed process. */
const DRAFT_MS = 24 * 60 * 60_000;

const minuteOf = (time: Date): number => Math.floor(time.getTime() / 60_000);

/** The folder of scheduled backups. Other files in it are left alone. */
export class BackupFolder {
  constructor(private readonly folder: string) {}

  /** The path of a backup made at this time, to the minute. */
  pathAt(time: Date): string {
    makeFolder(this.folder);
    return join(this.folder, `backup-${time.toISOString().slice(0, 16).replace(/[-:]/g, '')}Z.backup`);
  }

  /** Renames a backup that lacks stored files, so that it does not count as a backup. Only the last one is kept. */
  async setAside(path: string): Promise<string> {
    const aside = join(this.folder, INCOMPLETE);
    await rename(path, aside);
    return aside;
  }

  /** Whether a backup was made in this minute, complete or not. */
  async has(path: string, time: Date): Promise<boolean> {
    if (existsSync(path)) return true;
    const aside = await stat(join(this.folder, INCOMPLETE)).catch(() => undefined);
    return aside !== undefined && minuteOf(aside.mtime) >= minuteOf(time);
  }

  /** @returns undefined if the folder has no backup */
  async newest(): Promise<{ path: string; madeAt: Date } | undefined> {
    const name = (await this.names()).at(-1);
    if (name === undefined) return undefined;
    const path = join(this.folder, name);
    return { path, madeAt: (await stat(path)).mtime };
  }

  /** Deletes all backups except the newest `keep`, and unfinished archives left by killed processes. */
  async prune(keep: number): Promise<void> {
    for (const name of (await this.names()).slice(0, -keep)) await rm(join(this.folder, name), { force: true });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      if (!name.endsWith(DRAFT) || !NAME.test(name.slice(0, -DRAFT.length))) continue;
      if (Date.now() - (await stat(path)).mtimeMs > DRAFT_MS) await rm(path, { force: true });
    }
  }

  /** Names of the backups, the oldest first. */
  private async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.filter((name) => NAME.test(name)).sort();
  }
}
