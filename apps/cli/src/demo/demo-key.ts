import { createHash, randomBytes } from 'node:crypto';
import { openSync, closeSync, fsyncSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { hashOf, isSecret } from '@app/platform/auth';
import type { INestApplicationContext } from '@nestjs/common';
import { dataDirectory } from '../data-directory.js';
import { CommandError } from '../errors.js';
import type { Io } from '../io.js';

/** The state of the demonstration, in a file of DATA_DIR that only its owner can read. */
export interface DemoState {
  key: string;
  /** null until the demonstration is loaded completely */
  loaded: Example | null;
  /** version of the demonstration; absent until it is loaded */
  version?: string;
}

/** Ids of an asset and a pricing process of the demonstration. */
export interface Example {
  asset: string;
  process: string;
}

/** One file per database used with DATA_DIR; the name for the embedded server is fixed, because its port may change. */
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
    return undefined; // missing; an atomic rename ensures that the file is never incomplete
  }
}

/** @throws CommandError if DATA_DIR is not writable */
export function writeDemoState(io: Io, state: DemoState): void {
  const file = fileOf(io);
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    makeFolder(dataDirectory(io));
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

/** Whether the key is valid in this database; it may be revoked, or DATA_DIR may belong to an earlier database. */
export async function demoKeyState(app: INestApplicationContext, key: string): Promise<'valid' | 'ended' | 'unknown'> {
  const [row] = await app.get(Database).rows<{ valid: boolean }>(
    `select revoked_at is null and (expires_at is null or expires_at > platform.now()) as valid
     from platform.api_key where hash = :hash`,
    { hash: hashOf(key) },
  );
  return row ? (row.valid ? 'valid' : 'ended') : 'unknown';
}
