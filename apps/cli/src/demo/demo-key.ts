import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '@app/platform/persistence';
import { hashOf, isSecret } from '@app/platform/auth';
import type { INestApplicationContext } from '@nestjs/common';
import { dataDirectory } from '../data-directory.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';

/** What is remembered of the demonstration, beside the data and readable by its owner only. */
export interface DemoState {
  key: string;
  /** null until everything of the demonstration is there */
  loaded: Example | null;
  /** of what was loaded; absent where an older version loaded it */
  version?: string;
}

/** Ids of an asset and a pricing process of the demonstration. */
export interface Example {
  asset: string;
  process: string;
}

/** One file for each database that DATA_DIR was used with; the embedded one may change its port. */
function fileOf(io: Io): string {
  const url = io.env['DATABASE_URL'];
  if (!url) return join(dataDirectory(io), 'demonstration.json');
  const { host, pathname } = new URL(url);
  const name = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12);
  return join(dataDirectory(io), `demonstration-${name}.json`);
}

export function readDemoState(io: Io): DemoState | undefined {
  try {
    const { key, loaded, version } = JSON.parse(readFileSync(fileOf(io), 'utf8')) as Partial<DemoState>;
    return key !== undefined && isSecret(key) ? { key, loaded: loaded ?? null, version } : undefined;
  } catch {
    return undefined; // none yet; the file is renamed into place, so it is never half of one
  }
}

/** @throws CommandError when DATA_DIR cannot be written */
export function writeDemoState(io: Io, state: DemoState): void {
  const file = fileOf(io);
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dataDirectory(io), { recursive: true, mode: 0o700 });
    const descriptor = openSync(draft, 'wx', 0o600);
    writeSync(descriptor, `${JSON.stringify(state)}\n`);
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new CommandError(`The demonstration's key cannot be kept in DATA_DIR: ${(error as Error).message}`);
  }
}

/** Whether this database knows the key: a DATA_DIR may be older than the database, or the key may be revoked. */
export async function demoKeyState(app: INestApplicationContext, key: string): Promise<'valid' | 'ended' | 'unknown'> {
  const [row] = await app.get(Database).rows<{ valid: boolean }>(
    `select revoked_at is null and (expires_at is null or expires_at > kernel.now()) as valid
     from kernel.api_key where hash = :hash`,
    { hash: hashOf(key) },
  );
  return row ? (row.valid ? 'valid' : 'ended') : 'unknown';
}
