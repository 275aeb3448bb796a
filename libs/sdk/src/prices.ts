import { isApiError } from './errors.js';
import type { CreatePricingEntry, Ingest, Operations, PricingTransaction } from './generated/main-api.js';

export type PriceEntry = CreatePricingEntry;
export type PriceEntries = Iterable<PriceEntry> | AsyncIterable<PriceEntry>;

/** The pricing process that prices are sent to. */
export interface ProcessOf {
  asset: string;
  process: string;
}

export interface TransactionOptions {
  /** Aborts a transaction that is open on the process, one that a crashed run left behind, instead of failing. */
  takeOver?: boolean;
}

export interface PublishOptions extends TransactionOptions {
  /** Entries that are none remove all prices of the process; by default that is refused. */
  allowEmpty?: boolean;
  /** `compared_with` of a preview: fails (`publication_replaced`) when another publication went live since. */
  basedOn?: number | null;
  /** `guard` publishes even if the commit exceeds the limits of the process (`guard_refused`). */
  override?: 'guard';
}

type Calls = Pick<
  Operations,
  'openPricingTransactionAndSendData' | 'sendDataToAnOpenTransaction' | 'getTransactionStatus' | 'abortTransaction'
>;

/** A request holds so many entries, or so many bytes, whichever comes first. The service takes 200,000 and 64 MiB. */
const BATCH = { entries: 5_000, bytes: 4 * 1024 * 1024 };

export class Prices {
  constructor(private readonly calls: Calls) {}

  /** Opens a transaction: `send` entries, then `commit` or `abort`. The service expires it after 30 minutes. */
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

  /** What publishing these entries would change: nothing is published, and no transaction is opened. */
  async preview(process: ProcessOf, entries: PriceEntries): Promise<Ingest['report']> {
    const body: PriceEntry[] = [];
    for await (const entry of entries) body.push(entry);
    const request = { ...process, commit: true, dryRun: true, body };
    return (await this.calls.openPricingTransactionAndSendData(request)).report;
  }

  /** Makes the prices of the process exactly these entries, or leaves them as they are and fails. */
  async publish(process: ProcessOf, entries: PriceEntries, options: PublishOptions = {}): Promise<Ingest> {
    const transaction = await this.transaction(process, options);
    try {
      const count = await transaction.send(entries);
      if (count === 0 && !options.allowEmpty)
        throw new RangeError('There are no entries: publishing them would remove all prices. Allow it by allowEmpty');
      if (count === 0) await transaction.send([], { evenIfEmpty: true });
      return await transaction.commit(options.basedOn, options.override);
    } catch (error) {
      await transaction.abort().catch(() => undefined); // it expires by itself; the first error counts
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

  /** Adds entries, in as many requests as they need; resolves to their number. Entries may come as they are made. */
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

  /** What `commit` would change. The transaction stays open. */
  async preview(): Promise<Ingest['report']> {
    return (await this.calls.sendDataToAnOpenTransaction({ ...this.path, commit: true, dryRun: true })).report;
  }

  /**
   * Publishes what was sent: the prices of the process become exactly these.
   * @param basedOn `compared_with` of a preview, null if nothing was published: fails when another publication went live since
   * @param override `guard` publishes even if the commit exceeds the limits of the process
   */
  commit(basedOn?: number | null, override?: 'guard'): Promise<Ingest> {
    const options = basedOn === undefined ? {} : { ifMatch: `"${basedOn ?? 0}"` };
    const request = { ...this.path, commit: true, ...(override && { override }) };
    return this.calls.sendDataToAnOpenTransaction(request, options);
  }

  /** Drops what was sent. */
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

/** The id of the transaction that `Link` names. */
function openTransaction(headers: Headers): string | undefined {
  return /\/transactions\/([^/>]+)>; *rel="transaction"/.exec(headers.get('link') ?? '')?.[1];
}
