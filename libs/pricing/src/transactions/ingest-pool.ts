import { type PoolPartition, LIMITS, type UnitOfWork } from '@app/platform/persistence';
import type { Delivery } from '../entries/ingest-body.js';
import type { IngestReport } from '../publications/publication.dto.js';
import type { PublishOptions } from './price-publisher.js';
import type { IngestResult, TransactionState } from './transaction.dto.js';

/** Deliveries are long and come together: they wait for each other, and leave most connections to everybody else. */
export const INGEST: PoolPartition = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

/** Runs the work of a delivery, in the unit of work in which its rows have been copied already if there is one. */
export function ingest<T>(unit: UnitOfWork, delivery: Delivery | undefined, work: () => Promise<T>): Promise<T> {
  const alone = () => unit.run(work, INGEST);
  return delivery?.early ? delivery.early.finish(work, alone) : alone();
}

export type IngestOptions = Omit<PublishOptions, 'restoredFrom'>;

/** Undoes a commit that was done only to see what it does: a preview and a commit cannot disagree. */
export class Preview extends Error {
  constructor(
    /** the transaction as it was before; undefined when there is none */
    readonly transaction: TransactionState | undefined,
    readonly report: IngestReport,
  ) {
    super('A dry run is undone');
  }
}

/** The result of an ingest, or what a dry run of it saw before it was undone. */
export async function unlessPreview(ingest: Promise<IngestResult>): Promise<IngestResult> {
  try {
    return await ingest;
  } catch (error) {
    if (!(error instanceof Preview)) throw error;
    return { ...error.transaction, report: { ...error.report, dry_run: true } };
  }
}
