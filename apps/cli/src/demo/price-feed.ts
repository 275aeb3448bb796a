import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestEntry } from './prices.js';
import { CommandError } from '../errors.js';
import type { Tell } from '../progress.js';

/** Entries per request. */
const CHUNK = 5_000;
/** Number of units with a full price. */
const DISCOUNTS = 8;
const MAX_WAIT_SECONDS = 60;
/** Overrides the guard, because the live prices may be those of a user's experiments. */
const COMMIT = 'commit=1&override=guard';

/** Pushes prices like an integrator, over HTTP with an API key (README.md, Push prices). */
export class PriceFeed {
  constructor(
    /** base URL of the main API */
    private readonly base: string,
    private readonly key: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws CommandError if the server rejects a key of this database, because it uses another database */
  async requireSameDatabase(): Promise<void> {
    const { status } = await this.call('GET', '/v1/assets?per-page=1', undefined, [403]);
    if (status === 403)
      throw new CommandError(`${this.base} uses another database: the demonstration of this one is as it was`);
  }

  /** Whether the process has live prices. */
  async hasPrices(asset: string, process: string): Promise<boolean> {
    const { data } = (await this.call('GET', `${pathOf(asset, process)}/entries?per-page=1`)).body as {
      data: unknown[];
    };
    return data.length > 0;
  }

  /** Publishes a complete data set: a small one in a single request, a large one in a transaction with several requests. */
  async publish(asset: string, process: string, entries: readonly IngestEntry[], tell: Tell): Promise<void> {
    const path = pathOf(asset, process);
    const first = entries.slice(0, CHUNK);
    const all = first.length === entries.length;
    const { transaction_id: transaction } = await this.open(path, first, all);
    for (let sent = first.length; sent < entries.length; sent += CHUNK) {
      tell(`${sent} of ${entries.length} prices`);
      const last = sent + CHUNK >= entries.length;
      const target = `${path}/transactions/${transaction}/ingest?${last ? COMMIT : 'commit=0'}`;
      await this.call('POST', target, entries.slice(sent, sent + CHUNK));
    }
  }

  /** Sets a full price, which the price is a discount of, on some units with specials. */
  async discount(asset: string, process: string): Promise<void> {
    const path = `${pathOf(asset, process)}/units`;
    const { data } = (await this.call('GET', `${path}?per-page=100`)).body as { data: PricedUnit[] };
    const special = data.filter(
      ({ price, specials_description: description }) => price !== null && description !== null,
    );
    for (const { id, price } of special.slice(0, DISCOUNTS))
      await this.call('PUT', `${path}/${id}`, { id, full_price: price! + 150 });
  }

  /** Reverts changes made by `PUT` to units: provider ids that differ from the entries, full prices and hidden prices. */
  async restoreUnits(asset: string, process: string, entries: readonly IngestEntry[]): Promise<void> {
    const path = `${pathOf(asset, process)}/units`;
    const ids = new Map(entries.map(({ unit_number: number, provider_id: id }) => [number, id]));
    const { data } = (await this.call('GET', `${path}?per-page=1000`)).body as { data: PricedUnit[] };
    const put = (id: string, changes: object) => this.call('PUT', `${path}/${id}`, { id, ...changes });
    const mapped = data.filter(({ provider_id: id, unit_number: number }) => id !== null && id !== ids.get(number));
    // Clears all provider ids first, because two units may have swapped theirs.
    for (const { id } of mapped) await put(id, { provider_id: null, status: null, specials_description: null });
    for (const { id, unit_number: number } of mapped)
      if (ids.has(number)) await put(id, { provider_id: ids.get(number) });
    for (const { id, full_price: full, show_pricing: priced, show_online_leasing: leased } of data)
      if (full !== null || !priced || !leased)
        await put(id, { full_price: null, show_pricing: true, show_online_leasing: true });
  }

  /** Opens a transaction. Aborts one that an interrupted load has left open. */
  private async open(
    path: string,
    entries: readonly IngestEntry[],
    commit: boolean,
  ): Promise<{ transaction_id: string }> {
    const target = `${path}/ingest?${commit ? COMMIT : 'commit=0'}`;
    const answer = await this.call('POST', target, entries, [409]);
    if (answer.status !== 409) return answer.body as { transaction_id: string };
    const open = /\/transactions\/(\d+)>/.exec(answer.link ?? '')?.[1];
    if (open !== undefined) await this.call('DELETE', `${path}/transactions/${open}`, undefined, [409]);
    return (await this.call('POST', target, entries)).body as { transaction_id: string };
  }

  private async call(method: string, path: string, body?: unknown, allowed: number[] = []): Promise<FeedResponse> {
    for (let waited = 0; ;) {
      const answer = await this.send(method, path, body);
      if (answer.status < 400 || allowed.includes(answer.status)) return answer;
      const seconds = Math.max(1, Number(answer.retryAfter ?? 1));
      if (![429, 503].includes(answer.status) || waited + seconds > 2 * MAX_WAIT_SECONDS) throw this.refused(answer);
      waited += seconds;
      await sleep(seconds * 1000, undefined, { signal: this.signal });
    }
  }

  private async send(method: string, path: string, body: unknown): Promise<FeedResponse> {
    const response = await this.fetch(path, {
      method,
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(2 * MAX_WAIT_SECONDS * 1000)]),
      headers: {
        'API-Key': this.key,
        'X-Forwarded-Proto': 'https', // for a server that requires HTTPS at its proxy
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    return { status, body: await response.json(), link: headers.get('link'), retryAfter: headers.get('retry-after') };
  }

  private async fetch(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.base}${path}`, request);
    } catch (error) {
      const { cause, message } = error as Error;
      throw new CommandError(`${this.base} cannot be reached: ${(cause as Error | undefined)?.message ?? message}`);
    }
  }

  private refused({ status, body }: FeedResponse): CommandError {
    return new CommandError(
      `${this.base} rejected the prices: ${status} ${(body as { message?: string }).message ?? ''}`,
    );
  }
}

interface PricedUnit {
  id: string;
  provider_id: string | null;
  unit_number: string;
  price: number | null;
  full_price: number | null;
  show_pricing: boolean;
  show_online_leasing: boolean;
  specials_description: string | null;
}

interface FeedResponse {
  status: number;
  body: unknown;
  link: string | null;
  retryAfter: string | null;
}

const pathOf = (asset: string, process: string) => `/v1/assets/${asset}/multifamily/pricing/${process}`;
