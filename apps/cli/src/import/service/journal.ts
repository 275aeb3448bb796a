import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, MiB } from '@app/platform/core';
import { fetchWithinOrigin } from '../../fetch-within-origin.js';

/** Maximum age of a stored response, in milliseconds. */
const KEPT = 24 * 60 * 60 * 1000;
const HEADERS = ['content-type', 'content-disposition'];

/** Bytes of a response; a page of a list has 4 MiB, and a file 50. */
const MAX_RESPONSE_BYTES = 64 * MiB;

/** The source server responds as no server of this API does; the message is one line that names the address. */
export class SourceError extends Error {}

/** Stores responses of the source server on disk, so that an interrupted import can resume. */
export class Journal {
  private readonly folder: string;

  /** @param source the address and the key of the source, because another key sees other data */
  constructor(dataDir: string, source: readonly string[]) {
    this.folder = join(dataDir, 'imports', digest(JSON.stringify(source)));
    if (ageOf(this.folder) > KEPT) this.discard();
    makeFolder(this.folder);
  }

  /**
   * Like `fetchWithinOrigin`, but returns stored responses of successful requests.
   * @throws SourceError for a response that is too large, or cannot be stored
   */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    const path = join(this.folder, digest(url));
    const known = await readFile(path).catch(() => undefined);
    if (known) return stored(known);
    const response = await fetchWithinOrigin(url, init);
    const body = await bodyOf(url, response);
    if (!response.ok) return new Response(body.length > 0 ? Uint8Array.from(body) : null, response);
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify({ status: response.status, headers })}\n`), body]);
    await this.store(path, bytes);
    return stored(bytes);
  };

  /** Renames atomically, so that a killed process leaves no partial response. */
  private async store(path: string, bytes: Buffer): Promise<void> {
    try {
      await writeFile(`${path}.new`, bytes, { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      throw new SourceError(`Responses cannot be stored in ${this.folder}: ${(error as Error).message}`);
    }
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function bodyOf(url: string, response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES)
      throw new SourceError(`${url}: the response has more than ${MAX_RESPONSE_BYTES / MiB} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
