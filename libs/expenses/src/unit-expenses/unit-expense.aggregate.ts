import { Entity } from 'typeorm';
import { Expense, ExpenseColumns } from '../expenses/expense.aggregate.js';

/** An expense of the units that have an entry for it. */
@Entity({ schema: 'expenses', name: 'unit_expense' })
@ExpenseColumns()
export class UnitExpense extends Expense {}
