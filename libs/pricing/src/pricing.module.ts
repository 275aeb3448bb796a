import { onViolation } from '@app/platform/rest';
import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { EntryController } from './entries/entry.controller.js';
import { PricingEntry } from './entries/entry.entity.js';
import { ListEntriesHandler } from './entries/entry.queries.js';
import { LargePages } from './entries/large-pages.js';
import { pricingMigrations } from './migrations/index.js';
import { UpsertProcessHandler } from './provisioning/upsert-process.command.js';
import { ExportProcessesHandler } from './provisioning/exported-processes.queries.js';
import { PricingProcess } from './processes/process.aggregate.js';
import { ProcessController } from './processes/process.controller.js';
import { ListProcessesHandler, ViewProcessHandler } from './processes/process.queries.js';
import { PruneProcessesHandler } from './provisioning/prune-processes.command.js';
import { Processes } from './processes/process.repository.js';
import { AbortTransactionHandler } from './transactions/abort-transaction.command.js';
import { OpenTransactionHandler } from './transactions/open-transaction.command.js';
import { PricePublisher } from './transactions/price-publisher.js';
import { AppendEntriesHandler } from './transactions/append-entries.command.js';
import { SweepJob } from './transactions/sweep.job.js';
import { PricingTransaction } from './transactions/transaction.aggregate.js';
import { TransactionController } from './transactions/transaction.controller.js';
import { ViewTransactionHandler } from './transactions/transaction.queries.js';
import { IngestMetrics, OpenTransactions } from './transactions/transaction.metrics.js';
import { Transactions } from './transactions/transaction.repository.js';
import { PricingUnit } from './units/pricing-unit.aggregate.js';
import { PricingUnitController } from './units/pricing-unit.controller.js';
import { ListPricingUnitsHandler, ViewPricingUnitHandler } from './units/pricing-unit.queries.js';
import { PricingUnits, providerTaken, UpdatePricingUnitHandler } from './units/update-pricing-unit.command.js';
import { ShownPricesHandler } from './read-models/shown-prices.queries.js';
import { StandingLeasingFieldsHandler } from './read-models/standing-leasing-fields.queries.js';

onViolation('pricing_unit_provider', providerTaken);

const processes = [ListProcessesHandler, ViewProcessHandler, Processes];
const provisioning = [ExportProcessesHandler, PruneProcessesHandler, UpsertProcessHandler];
const transactions = [
  OpenTransactionHandler,
  AppendEntriesHandler,
  AbortTransactionHandler,
  ViewTransactionHandler,
  Transactions,
  PricePublisher,
  IngestMetrics,
];
const units = [ListPricingUnitsHandler, ViewPricingUnitHandler, UpdatePricingUnitHandler, PricingUnits];

/** Prices and availability of units, and the transactions they arrive in. */
@Module({
  controllers: [ProcessController, EntryController, PricingUnitController, TransactionController],
  providers: [
    ShownPricesHandler,
    StandingLeasingFieldsHandler,
    ...processes,
    ...transactions,
    ...units,
    ...provisioning,
    ListEntriesHandler,
    LargePages,
    SweepJob,
    OpenTransactions,
  ],
  exports: [Transactions],
})
export class PricingModule {
  static readonly persistence: Persistence = {
    schema: 'pricing',
    entities: [PricingProcess, PricingTransaction, PricingEntry, PricingUnit],
    migrations: pricingMigrations,
    unaudited: {
      entry: 'never changed, and dropped with its transaction, whose opening, deliveries and end are recorded',
      'transaction.holds_entries': 'whether the sweep has been there',
      'transaction.needs_sweep': 'whether the sweep has to come',
      'transaction.byte_count': 'for its bound; how many bodies and entries came is recorded',
      'transaction.largest_unit': 'for its bound',
    },
    uncached: { entry: 'never changed, and shown once its process names the transaction' },
  };
}
