import { Problem } from '@app/platform/core';
import { Database, LIMITS, runOrDryRun, UnitOfWork } from '@app/platform/persistence';
import type { IngestReport } from '@app/pricing/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandError } from '../errors.js';
import { type Batches, publish, type Sent, type Target } from './feed.js';
import { guardErrorOf, reportLines, type Unmatched, unmatchedLines, unmatchedOf } from './price-report.js';

const PARTITION = { name: 'preview', share: 1 / 4, wait: LIMITS.commit, limit: LIMITS.commit };
/** The file is read between statements, which takes time. */
const NO_IDLE_LIMIT = 'set local idle_in_transaction_session_timeout = 0';

/** Runs work in a transaction and rolls it back. @returns the result of the work */
export function rolledBack<T>(app: INestApplicationContext, work: () => Promise<T>): Promise<T> {
  const transact = (unit: () => Promise<T>) => app.get(UnitOfWork).runWithSavepoints(unit, PARTITION);
  return runOrDryRun(true, transact, async () => {
    await app.get(Database).execute(NO_IDLE_LIMIT);
    return work();
  });
}

/** The effect of publishing prices. */
export interface Preview {
  report: IngestReport;
  /** the first entries without a matching unit */
  unmatched: Unmatched[];
  /** why the guard would refuse the prices */
  guardError: string | undefined;
}

/** Publishes prices regardless of the guard, to list unmatched entries; call it inside `rolledBack`. */
export async function previewOf(
  app: INestApplicationContext,
  target: Target,
  batches: Batches,
  signal: AbortSignal,
  overridesGuard: boolean,
): Promise<Preview> {
  const { report } = await publish(app, target, batches, signal, { overridesGuard: true });
  const unmatched = await unmatchedOf(app, target);
  const preview = { ...report, dry_run: true };
  if (overridesGuard || report.guard?.outcome !== 'overridden')
    return { report: preview, unmatched, guardError: undefined };
  const guard = { ...report.guard, outcome: 'refused' } as const;
  const refused = { ...preview, guard, outcome: 'refused', publication: report.compared_with } as const;
  return { report: refused, unmatched, guardError: guardErrorOf(refused) };
}

/** @throws CommandError if other prices were published since the preview */
export async function publishPreviewed(
  app: INestApplicationContext,
  target: Target,
  { report }: Preview,
  batches: Batches,
  signal: AbortSignal,
  overridesGuard: boolean,
): Promise<Sent> {
  try {
    return await publish(app, target, batches, signal, { overridesGuard, onlyIf: String(report.compared_with ?? 0) });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'publication_replaced') throw error;
    throw new CommandError('Other prices were published since the preview: run the import again');
  }
}

export const previewLines = ({ report, unmatched }: Preview): string[] => [
  ...reportLines(report),
  ...unmatchedLines(unmatched, report.totals['unmatched'] ?? 0),
];
