import { setTimeout } from 'node:timers/promises';
import { ApiError, ConnectionError, createClient, createDataModelsClient, isApiError, type Pages } from '@app/sdk';
import { Interrupted } from '../../errors.js';
import type { Journal } from './journal.js';

/** The maximum page size of the API. */
export const PAGE = { perPage: 1000 };
const DOWNLOAD_RETRIES = 5;
/** in milliseconds */
const DOWNLOAD_LIMIT = 120_000;

export interface SourceOptions {
  url: string;
  key: string;
  /** base URL of the second API */
  dataModelsUrl?: string | undefined;
  signal: AbortSignal;
}

/** The source server: reads its lists and files, and notes what it does not return. */
export class SourceServer {
  readonly api;
  readonly dataModels;
  readonly notShown = new Set<string>();
  /** files generated here, by name */
  private readonly made = new Map<string, Buffer>();
  private readonly there = new Set<string>();

  constructor(
    private readonly options: SourceOptions,
    private readonly journal: Journal,
  ) {
    const { url, key, dataModelsUrl, signal } = options;
    const client = { key, signal, fetch: journal.fetch };
    this.api = createClient({ ...client, url });
    this.dataModels =
      dataModelsUrl === undefined ? undefined : createDataModelsClient({ ...client, url: dataModelsUrl });
  }

  /** All items of a list, page by page. An empty list, with a note in the report, if the server has no such list or denies it to this key. */
  async all<T>(what: string, pages: Pages<T>): Promise<T[]> {
    const items: T[] = [];
    try {
      for await (const page of pages.pages()) {
        items.push(...page.data);
        if (this.options.signal.aborted) throw new Interrupted();
      }
    } catch (error) {
      if (!isApiError(error) || ![400, 403, 404, 405].includes(error.status) || error.code === 'invalid_credentials')
        throw error;
      this.notShown.add(`${what}: ${error.message}`);
      return [];
    }
    return items;
  }

  /** Keeps a generated file. @returns its name */
  put(name: string, bytes: Buffer): string {
    this.made.set(name, bytes);
    return name;
  }

  /** Drops the generated files of an asset. */
  forget(): void {
    this.made.clear();
  }

  /** The address of a file; undefined, with a note in the report, if it does not exist. */
  async present(url: string): Promise<string | undefined> {
    return this.ifShown(url, async () => {
      if (!this.there.has(url)) await this.read(url);
      this.there.add(url);
      return url;
    });
  }

  /** The response of the server; undefined, with a note in the report, if it denies it. */
  async ifShown<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!isApiError(error) || ![401, 403, 404, 405, 410].includes(error.status)) throw error;
      this.notShown.add(`${what}: ${error.message}`);
      return undefined;
    }
  }

  /** Downloads a file. Only requests to the source server itself carry the key. */
  async read(address: string): Promise<Buffer> {
    const known = this.made.get(address);
    if (known) return known;
    const url = new URL(address, this.options.url);
    for (let attempt = 0; ; attempt++) {
      const answer = await this.download(url, attempt + 1);
      if (answer instanceof Response && answer.ok) return Buffer.from(await answer.arrayBuffer());
      const error = answer instanceof Response ? await ApiError.of(answer, attempt + 1) : answer;
      const pause = pauseAfter(error, attempt);
      if (pause === undefined || attempt === DOWNLOAD_RETRIES) throw error;
      await setTimeout(pause, undefined, { signal: this.options.signal });
    }
  }

  private async download(url: URL, attempts: number): Promise<Response | ConnectionError> {
    const isOwn = url.origin === new URL(this.options.url).origin;
    const { key, signal } = this.options;
    const limit = AbortSignal.timeout(DOWNLOAD_LIMIT);
    try {
      return await this.journal.fetch(url, {
        headers: isOwn ? { 'API-Key': key } : {},
        signal: AbortSignal.any([signal, limit]),
      });
    } catch (cause) {
      signal.throwIfAborted();
      return new ConnectionError({ method: 'GET', url, isTimeout: limit.aborted }, cause, attempts);
    }
  }
}

/** Delay before a retry in milliseconds: as requested by the server, otherwise increasing; undefined if a retry is useless. */
function pauseAfter(error: ApiError | ConnectionError, attempt: number): number | undefined {
  if (error instanceof ApiError && error.status !== 429 && error.status < 500) return undefined;
  const wanted = error instanceof ApiError ? Number(error.headers.get('retry-after') ?? Number.NaN) : Number.NaN;
  return wanted >= 0 ? wanted * 1000 : 500 * 2 ** attempt;
}
