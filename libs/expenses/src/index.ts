export { ExpensesModule } from './expenses.module.js';
