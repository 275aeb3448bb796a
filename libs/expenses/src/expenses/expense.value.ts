import type { FieldErrors } from '@app/platform/core';

export const FREQUENCIES = [
  'one_time',
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'annually',
  'per_lease',
  'per_stay',
] as const;
export const DUE = ['application', 'move_in', 'monthly', 'move_out', 'event'] as const;
export const VALUE_TYPES = ['amount', 'range', 'stepped', 'text', 'percentage'] as const;

export type Frequency = (typeof FREQUENCIES)[number];
export type DueAt = (typeof DUE)[number];
export type ValueType = (typeof VALUE_TYPES)[number];

/** What an expense costs. */
export interface ExpenseValue {
  amount?: number | null;
  minAmount?: number | null;
  maxAmount?: number | null;
  percentage?: number | null;
  steps?: number[] | null;
  textAmount?: string | null;
}

/** The fields of a value, with their names on the wire and the type that they belong to. */
export const VALUE_FIELDS: readonly [keyof ExpenseValue, string, ValueType][] = [
  ['amount', 'amount', 'amount'],
  ['minAmount', 'min_amount', 'range'],
  ['maxAmount', 'max_amount', 'range'],
  ['percentage', 'percentage', 'percentage'],
  ['steps', 'steps', 'stepped'],
  ['textAmount', 'text_amount', 'text'],
];

/** The fields of a value that do not belong to its type, or contradict each other. */
export function valueErrors(type: ValueType, value: ExpenseValue): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, name, its] of VALUE_FIELDS)
    if ((value[field] ?? null) !== null && its !== type)
      errors[name] = [`is a field of expenses with the value_type ${its}, not ${type}`];
  if (type === 'range') Object.assign(errors, rangeErrors(value));
  return errors;
}

function rangeErrors({ minAmount = null, maxAmount = null }: ExpenseValue): FieldErrors {
  if (minAmount === null && maxAmount === null) return {};
  if (minAmount === null) return { min_amount: ['is required with max_amount'] };
  if (maxAmount === null) return { max_amount: ['is required with min_amount'] };
  return minAmount > maxAmount ? { max_amount: ['must be at least min_amount'] } : {};
}
