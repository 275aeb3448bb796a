import { ERRORS_LISTED, type FieldErrors } from '@app/platform/core';

/** Collects errors of entries: counts all and lists the first ones. */
export class EntryErrors {
  readonly listed: FieldErrors = {};
  count = 0;
  private paths = 0;

  add(path: string, text: string): void {
    if (this.listed[path]) return;
    this.addAll({ [path]: [text] }, 1);
  }

  /** @param first index of the batch's first entry in the body, added to the paths of the errors */
  addAll(errors: FieldErrors, count: number, first?: number): void {
    this.count += count;
    for (const [path, texts] of Object.entries(errors)) {
      if (this.paths++ >= ERRORS_LISTED) return;
      const [index, ...rest] = path.split('.');
      this.listed[first === undefined ? path : [Number(index) + first, ...rest].join('.')] = texts;
    }
  }
}
