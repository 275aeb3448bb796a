import type { IngestReport } from '../publications/publication.dto.js';
import type { IngestResult, TransactionState } from './transaction.dto.js';

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

/** The result of an ingest, or of a dry run that was rolled back. */
export async function unlessPreview(ingest: Promise<IngestResult>): Promise<IngestResult> {
  try {
    return await ingest;
  } catch (error) {
    if (!(error instanceof Preview)) throw error;
    return { ...error.transaction, report: { ...error.report, dry_run: true } };
  }
}
