/** What other contexts may know of pricing. */
export { checkEntry, deliveryOf, type SentEntry } from './entries/delivery.js';
export { PricingEntryDto } from './entries/entry.dto.js';
export { DeclareProcess, type Declared } from './processes/declare-process.command.js';
export { DeclaredProcesses, type DeclaredProcessPart } from './processes/declared-processes.queries.js';
export { PruneProcesses } from './processes/prune-processes.command.js';
export { PricingProcessDto } from './processes/process.dto.js';
export { ListProcesses } from './processes/process.queries.js';
export { AbortTransaction } from './transactions/abort-transaction.command.js';
export { OpenTransaction } from './transactions/open-transaction.command.js';
export { SendData } from './transactions/send-data.command.js';
export { PricesPublished } from './transactions/transaction.events.js';
export { type ShownPrice, ShownPrices, type ShownPricing, type ShownProcess } from './shown/shown-prices.queries.js';
export { type LeasingFields, StandingLeasingFields } from './shown/standing-leasing-fields.queries.js';
export { PricingUnitChanged } from './units/pricing-unit.events.js';
