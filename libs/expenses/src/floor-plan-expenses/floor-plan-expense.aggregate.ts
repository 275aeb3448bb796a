import { Entity } from 'typeorm';
import { Expense, ExpenseColumns } from '../expenses/expense.aggregate.js';

/** An expense of the floor plans that have an entry for it. */
@Entity({ schema: 'expenses', name: 'floor_plan_expense' })
@ExpenseColumns()
export class FloorPlanExpense extends Expense {}
