/** Commands and queries that import and export expenses for provision files, and the entities of their sets; for applications only. */
export { FLOOR_PLANS, ReplaceEntries, type SentEntry, UNITS } from './entries/replace-entries.command.js';
export { FloorPlanExpense } from './floor-plan-expenses/floor-plan-expense.aggregate.js';
export { SetPriceDisplay } from './price-displays/set-price-display.command.js';
export { ExportExpenses, type ExpensesExport } from './provisioning/exported-expenses.queries.js';
export { UnitExpense } from './unit-expenses/unit-expense.aggregate.js';
