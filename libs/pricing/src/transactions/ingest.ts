import { invalid, throwIfInvalid } from '@app/platform/core';
import { Database, LIMITS, type PoolPartition, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { Delivery, EntryStream, Target } from '../entries/delivery.js';
import { receiveEntries } from '../entries/receive-entries.js';
import type { IngestReport } from '../publications/publication.dto.js';
import { GuardRefused } from './guard-refused.js';
import type { PublishOptions } from './price-publisher.js';
import type { IngestResult, TransactionState } from './transaction.dto.js';
import { IngestMetrics } from './transaction.metrics.js';

/** Deliveries are long and arrive together, so they queue for a quarter of the connections. */
export const INGEST: PoolPartition = { name: 'ingest', share: 1 / 4, wait: 20_000, limit: LIMITS.commit };

export type IngestOptions = Omit<PublishOptions, 'restoredFrom'>;

/** The members that the ingest commands share. */
interface Ingesting extends Target {
  entries: EntryStream | undefined;
  options: IngestOptions;
}

/** Thrown to roll back the commit of a dry run. Preview and commit run the same code, so they cannot disagree. */
export class Preview extends Error {
  constructor(
    /** the transaction before the commit; undefined without one */
    readonly transaction: TransactionState | undefined,
    readonly report: IngestReport,
  ) {
    super('A dry run is undone');
  }
}

/** Shared steps of the ingest commands: receives entries, stores them, and keeps them if a commit is refused. */
@Injectable()
export class Ingest {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly metrics: IngestMetrics,
  ) {}

  /**
   * @param send stores the delivery and commits it if requested
   * @param keep stores the delivery without the refused commit, so that the sender can decide
   */
  async run(
    { entries, options, ...target }: Ingesting,
    send: (delivery: Delivery | undefined) => Promise<IngestResult>,
    keep: (delivery: Delivery | undefined) => Promise<IngestResult>,
  ): Promise<IngestResult> {
    const { commit } = target;
    const work = this.database.inTransaction ? undefined : this.work; // an early copy uses its own connection
    const received = entries && (await receiveEntries(entries, target, this.database, work));
    const delivery = received?.delivery;
    try {
      throwIfInvalid(received);
      requireSense(commit, options);
      const sent = () =>
        unlessRefused(
          () => send(delivery),
          () => keep(delivery),
        );
      return await unlessPreview(this.metrics.measure(delivery, commit, sent));
    } finally {
      delivery?.early?.giveUp(); // does nothing if the copy was used
    }
  }

  /** Runs the work in the unit of work of the early copy, if there is one. */
  within<T>(delivery: Delivery | undefined, work: () => Promise<T>): Promise<T> {
    const alone = () => this.work.run(work, INGEST);
    return delivery?.early ? delivery.early.finish(work, alone) : alone();
  }
}

/** @throws Problem for options that contradict the request */
export function requireSense(commit: boolean, { isDryRun, overridesGuard, onlyIf }: IngestOptions): void {
  if (isDryRun && !commit) throw invalid({ 'dry-run': ['shows what a commit would do: send commit=1 with it'] });
  if (overridesGuard && !commit) throw invalid({ override: ['is for a commit: send commit=1 with it'] });
  if (onlyIf !== undefined && !/^(?:0|[1-9]\d*|\*)$/.test(onlyIf))
    throw invalid({ 'If-Match': ['must be the number of a publication, such as "7", or "0" while there is none'] });
}

/** The result of an ingest, or of a dry run that was rolled back. */
export async function unlessPreview(ingest: Promise<IngestResult>): Promise<IngestResult> {
  try {
    return await ingest;
  } catch (error) {
    if (!(error instanceof Preview)) throw error;
    return { ...error.transaction, report: { ...error.report, dry_run: true } };
  }
}

async function unlessRefused(
  commit: () => Promise<IngestResult>,
  keep: () => Promise<IngestResult>,
): Promise<IngestResult> {
  try {
    return await commit();
  } catch (error) {
    if (!(error instanceof GuardRefused)) throw error;
    const { problem: rejection, report } = error;
    return { ...(await keep()), report, rejection };
  }
}
