/** What other contexts may know of pricing. */
export { DeclareProcess, type Declared } from './processes/declare-process.command.js';
export { PricingProcessDto } from './processes/process.dto.js';
export { PricesPublished } from './transactions/transaction.events.js';
