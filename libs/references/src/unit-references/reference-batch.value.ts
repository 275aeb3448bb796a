import { type FieldErrors, isId } from '@app/platform/core';
import type { UpdateUnitReferenceDto } from './unit-reference.dto.js';

/** A batch of references of a group. Equal items count once; contradicting items are errors. */
export class ReferenceBatch {
  private readonly once: readonly UpdateUnitReferenceDto[];
  /** by path: `data.3.value` */
  readonly errors: FieldErrors;

  constructor(readonly sent: readonly UpdateUnitReferenceDto[]) {
    this.once = [...new Map(sent.map((each) => [each.unitId, each])).values()];
    this.errors = {
      ...this.ambiguous('unitId', 'value', 'unit_id', 'has different values in this request'),
      ...this.ambiguous('value', 'unitId', 'value', 'is given to different units in this request'),
    };
  }

  get isEmpty(): boolean {
    return this.sent.length === 0;
  }

  /** Whether the items are valid in themselves; units may still be unknown. */
  get isSound(): boolean {
    return Object.keys(this.errors).length === 0 && this.once.every((each) => isId(each.unitId));
  }

  get units(): string[] {
    return this.once.map((each) => each.unitId);
  }

  get values(): (string | null)[] {
    return this.once.map((each) => each.value);
  }

  /** Paths of the items with one of these values. */
  pathsOf(values: ReadonlySet<string>): string[] {
    return this.sent.flatMap(({ value }, at) => (value !== null && values.has(value) ? [`data.${at}.value`] : []));
  }

  /** Items with equal `by` but different `other`. */
  private ambiguous(
    by: keyof UpdateUnitReferenceDto,
    other: keyof UpdateUnitReferenceDto,
    field: string,
    text: string,
  ): FieldErrors {
    const first = new Map(this.sent.map((each) => [each[by], each[other]]));
    const torn = new Set(this.sent.filter((each) => each[other] !== first.get(each[by])).map((each) => each[by]));
    torn.delete(null); // several units may have no value
    return Object.fromEntries(
      this.sent.flatMap((each, at) => (torn.has(each[by]) ? [[`data.${at}.${field}`, [text]]] : [])),
    );
  }
}
