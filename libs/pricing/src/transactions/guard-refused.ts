import { conflict, type Problem } from '@app/platform/core';
import { describeExcess, type Guard } from '../processes/guard.value.js';
import type { GuardReport, IngestReport } from '../publications/publication.dto.js';

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
