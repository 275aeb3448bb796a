import { conflict, type Problem } from '@app/platform/core';
import { describeExcess, type Guard } from '../processes/guard.value.js';
import type { GuardReport, IngestReport } from '../publications/publication.dto.js';
import type { IngestResult } from './transaction.dto.js';

/** A commit exceeds the limits of its process: what it did is undone. */
export class GuardRefused extends Error {
  readonly problem: Problem;

  constructor(
    guard: Guard,
    readonly report: IngestReport & { guard: GuardReport },
  ) {
    super('The guard of the process refuses the commit');
    const reasons = describeExcess(guard, report.guard.exceeded);
    this.problem = conflict(
      'guard_refused',
      `${this.message}: ${reasons}. With override=guard it publishes all the same`,
    );
  }
}

/** A commit, or what is kept of one that is refused: its entries, for the sender to decide. */
export async function unlessRefused(
  commit: () => Promise<IngestResult>,
  keep: () => Promise<IngestResult>,
): Promise<IngestResult> {
  try {
    return await commit();
  } catch (error) {
    if (!(error instanceof GuardRefused)) throw error;
    const { problem: refusal, report } = error;
    return { ...(await keep()), report, refusal };
  }
}
