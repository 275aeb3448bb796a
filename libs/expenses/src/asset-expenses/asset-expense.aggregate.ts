import { Entity } from 'typeorm';
import { Expense, ExpenseColumns } from '../expenses/expense.aggregate.js';

/** An expense that every unit of the asset has. */
@Entity({ schema: 'expenses', name: 'asset_expense' })
@ExpenseColumns()
export class AssetExpense extends Expense {}
