import { compileSchema, ERRORS_LISTED, type FieldErrors } from '@app/platform/core';
import { entrySchema } from './entry.dto.js';

/** docs/contract/decisions.md, Pricing, Entry limits */
export const ENTRIES_MOST = 200_000;

const check = compileSchema({ type: 'array', items: entrySchema });

/** Validates entries and collects their errors: counts all and lists the first ones. */
export class EntryErrors {
  readonly listed: FieldErrors = {};
  count = 0;
  private paths = 0;

  add(path: string, text: string): void {
    if (this.listed[path]) return;
    this.addAll({ [path]: [text] }, 1);
  }

  /** @param first index of the batch's first entry in the body */
  validate(batch: readonly unknown[], first: number): void {
    if (first + batch.length > ENTRIES_MOST) this.add('body', `must have at most ${ENTRIES_MOST} items`);
    const wrong = batch.length > 0 ? check(batch) : undefined;
    if (wrong) this.addAll(wrong.errors, wrong.count, first);
  }

  private addAll(errors: FieldErrors, count: number, first?: number): void {
    this.count += count;
    for (const [path, texts] of Object.entries(errors)) {
      if (this.paths++ >= ERRORS_LISTED) return;
      const [index, ...rest] = path.split('.');
      this.listed[first === undefined ? path : [Number(index) + first, ...rest].join('.')] = texts;
    }
  }
}
