import { once } from 'node:events';
import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../support/app.js';

/** A form with one file in the part `file`. */
export function formWith(content: string | Buffer, name = 'questions.csv', part = 'file'): FormData {
  const form = new FormData();
  form.append(part, new Blob([content as string]), name);
  return form;
}

/** Creates a data model of the asset with a stored file. @returns its id */
export async function givenDataModel(app: TestApp, asset: string, title = 'Leasing questions'): Promise<string> {
  const name = `private-${'0'.repeat(64)}.csv`;
  await app.sql('insert into platform.stored_file (name) values ($1) on conflict do nothing', [name]);
  const [row] = await app.sql<{ id: string }>(
    'insert into data_model.data_model (asset_id, title, file) values ($1, $2, $3) returning id',
    [asset, title, name],
  );
  return row!.id;
}

/** Names of all files in the store's folder, including drafts. */
export async function storedNames(app: TestApp): Promise<string[]> {
  const folder = join(app.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name).sort(); // oxfmt-ignore
}

/** Sends the beginning of an upload and disconnects. */
export async function breakOff(
  app: TestApp,
  path: string,
  headers: Record<string, string>,
  bytes: Buffer,
): Promise<void> {
  const { hostname, port } = new URL(app.base);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries({ Host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await new Promise((done) => socket.write(bytes, done));
  await new Promise((done) => setTimeout(done, 100));
  socket.destroy();
}
