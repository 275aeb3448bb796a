import { invalid } from '@app/platform/core';

/** Options for publishing a data set. */
export interface PublishOptions {
  /** publication that must be live, from `If-Match`; `*` = any */
  onlyIf?: string | undefined;
  /** whether to roll back afterwards */
  isDryRun?: boolean;
  /** whether it may exceed the limits of the process */
  overridesGuard?: boolean;
  /** publication whose data set is restored */
  restoredFrom?: string;
}

export type IngestOptions = Omit<PublishOptions, 'restoredFrom'>;

/** @throws Problem for options that contradict the request */
export function validateOptions(commit: boolean, { isDryRun, overridesGuard, onlyIf }: IngestOptions): void {
  if (isDryRun && !commit) throw invalid({ 'dry-run': ['shows what a commit would do: send commit=1 with it'] });
  if (overridesGuard && !commit) throw invalid({ override: ['is for a commit: send commit=1 with it'] });
  if (onlyIf !== undefined && !/^(?:0|[1-9]\d*|\*)$/.test(onlyIf))
    throw invalid({ 'If-Match': ['must be the number of a publication, such as "7", or "0" while there is none'] });
}
