import { conflict, type Problem } from '@app/platform/core';
import { describeExcess } from '../processes/guard.value.js';
import type { GuardReport, IngestReport } from '../publications/publication.dto.js';

const WAYS_ON =
  'Nothing was published, and the transaction is open. Send the missing entries and commit again, commit with override=guard, or delete the transaction';

/** A commit exceeds the limits of its process and is rolled back. */
export class GuardRefusedError extends Error {
  readonly problem: Problem;

  constructor(readonly report: IngestReport & { guard: GuardReport }) {
    super('The guard of the process refused the commit');
    const { received = 0, added = 0, removed = 0 } = report.totals;
    const excess = describeExcess(report.guard.exceeded, received - added + removed);
    this.problem = conflict('guard_refused', `${this.message}: it would ${excess}. ${WAYS_ON}`);
  }
}

/** Reports a refused dry run. @throws GuardRefusedError for a commit */
export function refused(report: IngestReport, isDryRun = false): IngestReport {
  const refusal = { ...report, guard: report.guard!, outcome: 'refused', publication: report.compared_with } as const;
  if (isDryRun) return refusal;
  throw new GuardRefusedError(refusal);
}
