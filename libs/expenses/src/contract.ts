/** The public contract of expenses for other contexts. */
export { CreateExpenseDto, ValueDto } from './expenses/expense.dto.js';
export { ViewerExpenses, type ViewerExpensesParts } from './read-models/viewer-expenses.queries.js';
export { PRICE_DISPLAYS, type PriceDisplayed } from './price-displays/price-display.dto.js';
export { type Countable, totalsWith } from './total-pricing/total-price.value.js';
