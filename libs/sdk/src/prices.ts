import { isApiError } from './errors.js';
import type { CreatePricingEntry, Ingest, Operations, PricingTransaction } from './generated/main-api.js';

export type PriceEntry = CreatePricingEntry;
export type PriceEntries = Iterable<PriceEntry> | AsyncIterable<PriceEntry>;

/** Identifies a pricing process. */
export interface ProcessOf {
  asset: string;
  process: string;
}

export interface TransactionOptions {
  /** Aborts an open transaction of the process, such as one left by a crashed run, instead of failing. */
  takeOver?: boolean;
}

export interface PublishOptions extends TransactionOptions {
  /** Allows publishing an empty set, which removes all prices of the process. Default: false. */
  allowEmpty?: boolean;
  /** `compared_with` of a preview. Publishing fails with `publication_replaced` if another publication has gone live since. */
  basedOn?: number | null;
  /** `guard` publishes even if the changes exceed the limits of the process (`guard_refused`). */
  override?: 'guard';
}

type Calls = Pick<
  Operations,
  'openPricingTransactionAndSendData' | 'sendDataToAnOpenTransaction' | 'getTransactionStatus' | 'abortTransaction'
>;

/** Maximum size of one request, far below the service's limits of 200,000 entries and 64 MiB. */
const BATCH = { entries: 5_000, bytes: 4 * 1024 * 1024 };

export class Prices {
  constructor(private readonly calls: Calls) {}

  /** Opens a transaction: `send` entries, then `commit` or `abort` it. It expires after 30 minutes. */
  async transaction(process: ProcessOf, { takeOver = false }: TransactionOptions = {}): Promise<PriceTransaction> {
    const open = async (): Promise<PriceTransaction> => {
      const { transaction_id: id } = await this.calls.openPricingTransactionAndSendData({ ...process, commit: false });
      if (!id) throw new TypeError('The service answered without the id of the transaction');
      return new PriceTransaction(this.calls, process, id);
    };
    return open().catch(async (error: unknown) => {
      const left = takeOver && isApiError(error, 'transaction_open') && openTransaction(error.headers);
      if (!left) throw error;
      await new PriceTransaction(this.calls, process, left).abort();
      return open();
    });
  }

  /** Reports what publishing these entries would change, without publishing them or opening a transaction. */
  async preview(process: ProcessOf, entries: PriceEntries): Promise<Ingest['report']> {
    const body: PriceEntry[] = [];
    for await (const entry of entries) body.push(entry);
    const request = { ...process, commit: true, dryRun: true, body };
    return (await this.calls.openPricingTransactionAndSendData(request)).report;
  }

  /** Replaces the prices of the process by these entries. If it fails, the prices are unchanged. */
  async publish(process: ProcessOf, entries: PriceEntries, options: PublishOptions = {}): Promise<Ingest> {
    const transaction = await this.transaction(process, options);
    try {
      const count = await transaction.send(entries);
      if (count === 0 && !options.allowEmpty)
        throw new RangeError('There are no entries: publishing them would remove all prices. Allow it by allowEmpty');
      if (count === 0) await transaction.send([], { evenIfEmpty: true });
      return await transaction.commit(options.basedOn, options.override);
    } catch (error) {
      await transaction.abort().catch(() => undefined); // the original error matters more, and the transaction expires anyway
      throw error;
    }
  }
}

export class PriceTransaction {
  private readonly path: ProcessOf & { transaction: string };

  constructor(
    private readonly calls: Calls,
    process: ProcessOf,
    readonly id: string,
  ) {
    this.path = { asset: process.asset, process: process.process, transaction: id };
  }

  /** Sends entries in as many requests as needed; the source may be an async iterable. @returns the number of entries */
  async send(entries: PriceEntries, { evenIfEmpty = false } = {}): Promise<number> {
    let sent = 0;
    for await (const batch of batchesOf(entries)) {
      await this.calls.sendDataToAnOpenTransaction({ ...this.path, commit: false, body: batch });
      sent += batch.length;
    }
    if (sent === 0 && evenIfEmpty)
      await this.calls.sendDataToAnOpenTransaction({ ...this.path, commit: false, body: [] });
    return sent;
  }

  /** Reports what `commit` would change. The transaction stays open. */
  async preview(): Promise<Ingest['report']> {
    return (await this.calls.sendDataToAnOpenTransaction({ ...this.path, commit: true, dryRun: true })).report;
  }

  /**
   * Publishes the sent entries: they replace all prices of the process.
   * @param basedOn `compared_with` of a preview; null if nothing was published. Fails if another publication has gone live since
   * @param override `guard` publishes even if the changes exceed the limits of the process
   */
  commit(basedOn?: number | null, override?: 'guard'): Promise<Ingest> {
    const options = basedOn === undefined ? {} : { ifMatch: `"${basedOn ?? 0}"` };
    const request = { ...this.path, commit: true, ...(override && { override }) };
    return this.calls.sendDataToAnOpenTransaction(request, options);
  }

  /** Discards the sent entries. */
  abort(): Promise<PricingTransaction> {
    return this.calls.abortTransaction(this.path);
  }

  status(): Promise<PricingTransaction> {
    return this.calls.getTransactionStatus(this.path);
  }
}

async function* batchesOf(entries: PriceEntries): AsyncGenerator<PriceEntry[]> {
  let batch: PriceEntry[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    const size = JSON.stringify(entry).length;
    if (batch.length === BATCH.entries || (batch.length > 0 && bytes + size > BATCH.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** The id of the transaction in the `Link` header. */
function openTransaction(headers: Headers): string | undefined {
  return /\/transactions\/([^/>]+)>; *rel="transaction"/.exec(headers.get('link') ?? '')?.[1];
}
