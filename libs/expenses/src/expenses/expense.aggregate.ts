import { AssetOwned, invalid } from '@app/platform/core';
import { Column, type ColumnOptions } from 'typeorm';
import type { CreateExpenseDto, UpdateExpenseDto } from './expense.dto.js';
import {
  DUE,
  type DueAt,
  FREQUENCIES,
  type Frequency,
  VALUE_FIELDS,
  VALUE_TYPES,
  valueErrors,
  type ValueType,
} from './expense.value.js';

const text: ColumnOptions = { type: 'text' };
const flag: ColumnOptions = { type: 'boolean', default: false };
const nullable = (options: ColumnOptions): ColumnOptions => ({ ...options, nullable: true });
/** The driver returns numerics as text; two decimal places survive the way through a double. */
const transformer = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
const amount = nullable({ type: 'numeric', precision: 9, scale: 2, transformer });

const VALUES: Record<string, ColumnOptions> = {
  amount,
  minAmount: amount,
  maxAmount: amount,
  percentage: nullable({ type: 'numeric', precision: 6, scale: 2, transformer }),
  steps: nullable({ type: 'jsonb' }),
  textAmount: nullable(text),
};

const COLUMNS: Record<string, ColumnOptions> = {
  name: text,
  label: text,
  type: nullable(text),
  category: nullable(text),
  frequency: { ...text, enum: FREQUENCIES as never, default: 'monthly' },
  dueAt: nullable({ ...text, enum: DUE as never }),
  valueType: { ...text, enum: VALUE_TYPES as never, default: 'amount' },
  ...VALUES,
  maxQuantity: nullable({ type: 'integer' }),
  isRequired: flag,
  isEnabled: { ...flag, default: true },
  isSituational: flag,
  isIncluded: flag,
  isRefundable: flag,
  isThirdParty: flag,
  isPerApplicant: flag,
  tooltipLabel: nullable(text),
  disclaimer: nullable(text),
  sort: { type: 'integer', default: 0 },
};

const declaring =
  (columns: Record<string, ColumnOptions>) =>
  (): ClassDecorator =>
  ({ prototype }) => {
    for (const [property, options] of Object.entries(columns)) Column(options)(prototype as object, property);
  };

/** Declares the columns of `Expense` on an entity, because an entity has only those that its class declares. */
export const ExpenseColumns = declaring(COLUMNS);
/** Declares the columns of a value on the entity of entries. */
export const ValueColumns = declaring(VALUES);

/** A charge besides the rent. Each level has a table of its own. */
export abstract class Expense extends AssetOwned {
  readonly name: string;
  readonly label: string;
  readonly type: string | null = null;
  readonly category: string | null = null;
  readonly frequency: Frequency = 'monthly';
  readonly dueAt: DueAt | null = null;
  readonly valueType: ValueType = 'amount';
  readonly amount: number | null = null;
  readonly minAmount: number | null = null;
  readonly maxAmount: number | null = null;
  readonly percentage: number | null = null;
  readonly steps: number[] | null = null;
  readonly textAmount: string | null = null;
  readonly maxQuantity: number | null = null;
  readonly isRequired: boolean = false;
  readonly isEnabled: boolean = true;
  readonly isSituational: boolean = false;
  readonly isIncluded: boolean = false;
  readonly isRefundable: boolean = false;
  readonly isThirdParty: boolean = false;
  readonly isPerApplicant: boolean = false;
  readonly tooltipLabel: string | null = null;
  readonly disclaimer: string | null = null;
  readonly sort: number = 0;

  constructor(assetId: string, fields: CreateExpenseDto) {
    super(assetId);
    this.revise(fields);
  }

  /** Another type of value drops the values of the former type. */
  override revise(changes: UpdateExpenseDto): void {
    const { valueType = this.valueType } = changes;
    const former = VALUE_FIELDS.filter(([, , its]) => valueType !== this.valueType && its !== valueType);
    const dropped = Object.fromEntries(former.map(([field]) => [field, null]));
    const sent = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    super.revise({ ...dropped, ...sent });
    const errors = valueErrors(this.valueType, this);
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }
}
