import { ERRORS_LISTED, type FieldErrors } from '@app/platform/core';

/** Errors of entries: all are counted, and the first are listed. */
export class EntryFaults {
  readonly listed: FieldErrors = {};
  count = 0;
  private paths = 0;

  add(path: string, text: string): void {
    if (this.listed[path]) return;
    this.addAll({ [path]: [text] }, 1);
  }

  /** @param first index of the batch's first entry: paths of the errors count from the start of the body */
  addAll(errors: FieldErrors, count: number, first?: number): void {
    this.count += count;
    for (const [path, texts] of Object.entries(errors)) {
      if (this.paths++ >= ERRORS_LISTED) return;
      const [index, ...rest] = path.split('.');
      this.listed[first === undefined ? path : [Number(index) + first, ...rest].join('.')] = texts;
    }
  }
}
