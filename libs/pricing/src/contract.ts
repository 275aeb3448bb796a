/** The public contract of pricing for other contexts. */
export { EntryStream } from './deliveries/delivery.js';
export { ListEntries } from './entries/entry.queries.js';
export { checkEntry, CreatePricingEntryDto, type SentEntry } from './entries/entry.dto.js';
export { CreatePricingProcessDto } from './processes/process.dto.js';
export { ListUnmatched } from './unmatched/unmatched.queries.js';
export type { IngestReport } from './publications/publication.dto.js';
export { describeExcess, type Guard } from './processes/guard.value.js';
export { ListProcesses } from './processes/process.queries.js';
export { AbortTransaction } from './transactions/abort-transaction.command.js';
export { OpenTransaction } from './transactions/open-transaction.command.js';
export type { IngestOptions } from './transactions/publish-options.js';
export { AppendEntries } from './transactions/append-entries.command.js';
export { PricesPublished } from './transactions/transaction.events.js';
export { type Offer, quoteOf, type QuoteRequest } from './entries/quote.value.js';
export { FindUnitOffers } from './read-models/unit-offers.queries.js';
export { PublishedPrices } from './read-models/published-prices.queries.js';
export {
  type ViewerPrice,
  ViewerPrices,
  type ViewerPricing,
  type ViewerProcess,
} from './read-models/viewer-prices.queries.js';
export { type SelectedEntry, SelectedEntries } from './read-models/selected-entries.queries.js';
export { ListPricingUnits } from './units/pricing-unit.queries.js';
export { UpdatePricingUnit } from './units/update-pricing-unit.command.js';
export { PricingUnitChanged } from './units/pricing-unit.events.js';
