import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@app/platform/core';

/** Maximum age of a stored response, in milliseconds. */
const KEPT = 24 * 60 * 60 * 1000;
const HEADERS = ['content-type', 'content-disposition'];

/** Stores responses of the source server on disk, so that an interrupted import can resume. */
export class Journal {
  private readonly folder: string;

  /** @param source the address and the key of the source, because another key sees other data */
  constructor(dataDir: string, source: readonly string[]) {
    this.folder = join(dataDir, 'imports', digest(JSON.stringify(source)));
    if (ageOf(this.folder) > KEPT) this.discard();
    makeFolder(this.folder);
  }

  /** Like the global `fetch`, but returns stored responses of successful requests. */
  readonly fetch: typeof fetch = async (input, init) => {
    const path = join(this.folder, digest(String(input instanceof Request ? input.url : input)));
    const known = await readFile(path).catch(() => undefined);
    if (known) return stored(known);
    const response = await fetch(input, init);
    if (!response.ok) return response;
    const body = Buffer.from(await response.arrayBuffer());
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify({ status: response.status, headers })}\n`), body]);
    await writeFile(`${path}.new`, bytes, { mode: 0o600 });
    await rename(`${path}.new`, path); // an atomic rename, so that a killed process leaves no partial response
    return stored(bytes);
  };

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const ageOf = (folder: string): number =>
  Date.now() - (statSync(folder, { throwIfNoEntry: false })?.birthtimeMs ?? Date.now());

function stored(bytes: Buffer): Response {
  const end = bytes.indexOf('\n');
  const { status, headers } = JSON.parse(bytes.toString('utf8', 0, end)) as {
    status: number;
    headers: [string, string][];
  };
  const body = status === 204 ? null : Uint8Array.from(bytes.subarray(end + 1));
  return new Response(body, { status, headers });
}
