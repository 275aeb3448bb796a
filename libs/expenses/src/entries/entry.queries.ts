import type { ResourceRows } from '@app/platform/resources';
import { VALUE_FIELDS } from '../expenses/expense.value.js';
import type { EntryLevel } from './replace-entries.command.js';

const VALUES = VALUE_FIELDS.map(([, name]) => `entry.${name}`).join(', ');

const entriesOf = (level: 'floor_plan' | 'unit'): ResourceRows => ({
  parents: { expense: `expenses.${level}_expense` },
  from: `(select stored.*, stored.${level}_id as id from expenses.${level}_entry stored) entry`,
  where: 'entry.asset_id = :asset and entry.expense_id = :expense',
  select: `entry.asset_id::text, entry.expense_id::text, entry.${level}_id::text, ${VALUES}`,
});

/** The entries of an expense, ordered by floor plan or unit. */
export const ENTRIES: Readonly<Record<EntryLevel['name'], ResourceRows>> = {
  floor_plan: entriesOf('floor_plan'),
  unit: entriesOf('unit'),
};
