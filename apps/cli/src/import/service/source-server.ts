import { setTimeout } from 'node:timers/promises';
import { MiB, parseUrl } from '@app/platform/core';
import { ApiError, ConnectionError, createClient, createDataModelsClient, isApiError, type Pages } from '@app/sdk';
import { Interrupted } from '../../errors.js';
import { RedirectError } from '../../fetch-within-origin.js';
import { type Journal, SourceError } from './journal.js';

/** The maximum page size of the API. */
export const PAGE = { perPage: 1000 };
const DOWNLOAD_RETRIES = 5;
/** Longest wait that the server may request, in milliseconds. */
const MAX_PAUSE = 60_000;
/** Limits of a list, whose items are all in memory. */
const MAX_LIST = { pages: 10_000, bytes: 512 * MiB };
/** in milliseconds */
const DOWNLOAD_TIMEOUT = 120_000;

interface SourceOptions {
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
  /** aborted with the reason when the server cannot be one of this API, so that nothing is retried */
  private readonly broken = new AbortController();
  private readonly signal: AbortSignal;
  /** bytes */
  private received = 0;

  constructor(
    private readonly options: SourceOptions,
    private readonly journal: Journal,
    private readonly max = MAX_LIST,
  ) {
    const { url, key, dataModelsUrl, signal } = options;
    this.signal = AbortSignal.any([signal, this.broken.signal]);
    const client = { key, signal: this.signal, fetch: this.fetch };
    this.api = createClient({ ...client, url });
    this.dataModels =
      dataModelsUrl === undefined ? undefined : createDataModelsClient({ ...client, url: dataModelsUrl });
  }

  get url(): string {
    return this.options.url;
  }

  /** Like `fetch` of the journal. */
  private readonly fetch: typeof fetch = async (input, init) => {
    try {
      const response = await this.journal.fetch(input, init);
      const body = await response.arrayBuffer();
      this.received += body.byteLength;
      return new Response(body.byteLength > 0 ? body : null, response);
    } catch (error) {
      if (error instanceof SourceError || error instanceof RedirectError) this.broken.abort(error);
      throw error;
    }
  };

  /** All items of a list, page by page. @throws SourceError for a list without end */
  async items<T>(what: string, pages: Pages<T>): Promise<T[]> {
    const items: T[] = [];
    const before = this.received;
    let count = 0;
    for await (const page of pages.pages()) {
      for (const item of page.data) items.push(item);
      if (this.options.signal.aborted) throw new Interrupted();
      if (++count > this.max.pages || this.received - before > this.max.bytes)
        throw new SourceError(`${this.url}: the list of ${what} has no end: ${count} pages were read`);
    }
    return items;
  }

  /** Reads resources of the server. @throws SourceError if they have another form than those of this API */
  async readChecked<T>(what: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      const isOther = error instanceof TypeError || error instanceof RangeError;
      throw isOther
        ? new SourceError(`${this.url}: ${what} is not as this API describes it (${error.message})`)
        : error;
    }
  }

  /** Like `items`. An empty list, with a note in the report, if the server has no such list or denies it to this key. */
  async all<T>(what: string, pages: Pages<T>): Promise<T[]> {
    try {
      return await this.items(what, pages);
    } catch (error) {
      if (!isApiError(error) || ![400, 403, 404, 405].includes(error.status) || error.code === 'invalid_credentials')
        throw error;
      this.notShown.add(`${what}: ${error.message}`);
      return [];
    }
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
    const url = parseUrl(address, this.url);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new SourceError(`${this.url}: "${address}" is not the address of a file`);
    for (let attempt = 0; ; attempt++) {
      const answer = await this.download(url, attempt + 1);
      if (answer instanceof Response && answer.ok) return Buffer.from(await answer.arrayBuffer());
      const error = answer instanceof Response ? await ApiError.of(answer, attempt + 1) : answer;
      const pause = pauseAfter(error, attempt);
      if (pause === undefined || pause > MAX_PAUSE || attempt === DOWNLOAD_RETRIES) throw error;
      await setTimeout(pause, undefined, { signal: this.signal });
    }
  }

  private async download(url: URL, attempts: number): Promise<Response | ConnectionError> {
    const isOwn = url.origin === new URL(this.options.url).origin;
    const { key } = this.options;
    const limit = AbortSignal.timeout(DOWNLOAD_TIMEOUT);
    try {
      return await this.fetch(url, {
        headers: isOwn ? { 'API-Key': key } : {},
        signal: AbortSignal.any([this.signal, limit]),
      });
    } catch (cause) {
      this.signal.throwIfAborted();
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
