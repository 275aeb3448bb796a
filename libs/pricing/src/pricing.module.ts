import { notFound } from '@app/platform/core';
import { onViolation } from '@app/platform/rest';
import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { EntryController } from './entries/entry.controller.js';
import { PricingEntry } from './entries/entry.entity.js';
import { ListEntriesHandler } from './entries/entry.queries.js';
import { LargePages } from './entries/large-pages.js';
import * as migrations from './migrations/index.js';
import { SetPricingUnitsHandler } from './provisioning/set-pricing-units.command.js';
import { UpsertProcessHandler } from './provisioning/upsert-process.command.js';
import { ExportProcessesHandler } from './provisioning/exported-processes.queries.js';
import { PricingProcess } from './processes/process.aggregate.js';
import { EntryComparison } from './publications/entry-comparison.js';
import { PublicationController } from './publications/publication.controller.js';
import { Publication } from './publications/publication.entity.js';
import {
  ListPublicationChangesHandler,
  ListPublicationsHandler,
  ViewPublicationHandler,
} from './publications/publication.queries.js';
import { Publications } from './publications/publication.repository.js';
import { PastPublications } from './entries/past-publications.js';
import { PurgePublicationsJob } from './publications/purge-publications.job.js';
import { EntryIssues } from './issues/entry-issues.js';
import { ProcessController } from './processes/process.controller.js';
import { DeleteProcessHandler } from './processes/delete-process.command.js';
import { ListProcessesHandler } from './processes/process.queries.js';
import { PruneProcessesHandler } from './provisioning/prune-processes.command.js';
import { Processes } from './processes/process.repository.js';
import { AbortTransactionHandler } from './transactions/abort-transaction.command.js';
import { ExpireTransactionsJob } from './transactions/expire-transactions.job.js';
import { IngestController } from './transactions/ingest.controller.js';
import { Ingest } from './transactions/ingest.js';
import { OpenTransactionHandler } from './transactions/open-transaction.command.js';
import { CommitReports } from './transactions/commit-report.js';
import { PricePublisher } from './transactions/price-publisher.js';
import { RestorePublicationController } from './restore/restore-publication.controller.js';
import { RestorePublicationHandler } from './restore/restore-publication.command.js';
import { AppendEntriesHandler } from './transactions/append-entries.command.js';
import { PurgeEntriesJob } from './transactions/purge-entries.job.js';
import { PricingTransaction } from './transactions/transaction.aggregate.js';
import { TransactionController } from './transactions/transaction.controller.js';
import { ListTransactionsHandler, ViewTransactionHandler } from './transactions/transaction.queries.js';
import { ExpectedPrices } from './processes/process.metrics.js';
import { IngestMetrics, OpenTransactions } from './transactions/transaction.metrics.js';
import { Transactions } from './transactions/transaction.repository.js';
import { PricingUnit } from './units/pricing-unit.aggregate.js';
import { PricingUnitController } from './units/pricing-unit.controller.js';
import {
  ListPricingUnitsHandler,
  ListUnitHistoryHandler,
  PastUnits,
  ViewPricingUnitHandler,
} from './units/pricing-unit.queries.js';
import { PricingUnitsOfUnitsHandler } from './units/pricing-units-of-units.queries.js';
import { UnitPricing } from './units/unit-pricing.js';
import { UnitState } from './units/unit-state.entity.js';
import { UnmatchedController } from './unmatched/unmatched.controller.js';
import { ListUnmatchedHandler } from './unmatched/unmatched.queries.js';
import { SavePricingUnitsHandler } from './units/save-pricing-units.command.js';
import { providerTaken, UpdatePricingUnitHandler } from './units/update-pricing-unit.command.js';
import { FindUnitOffersHandler } from './read-models/unit-offers.queries.js';
import { PublishedPricesHandler } from './read-models/published-prices.queries.js';
import { ViewerPricesHandler } from './read-models/viewer-prices.queries.js';
import { SelectedEntriesHandler } from './read-models/selected-entries.queries.js';

onViolation('pricing_unit_provider', providerTaken);
onViolation('transaction_process_fkey', () => notFound());

const processes = [ListProcessesHandler, DeleteProcessHandler, Processes];
const provisioning = [ExportProcessesHandler, PruneProcessesHandler, SetPricingUnitsHandler, UpsertProcessHandler];
const transactions = [
  Ingest,
  OpenTransactionHandler,
  AppendEntriesHandler,
  RestorePublicationHandler,
  AbortTransactionHandler,
  ListTransactionsHandler,
  ViewTransactionHandler,
  Transactions,
  PricePublisher,
  CommitReports,
  IngestMetrics,
];
const publications = [
  EntryComparison,
  EntryIssues,
  Publications,
  PastPublications,
  ListPublicationsHandler,
  ViewPublicationHandler,
  ListPublicationChangesHandler,
  ListUnmatchedHandler,
  PurgePublicationsJob,
];
const units = [
  ListPricingUnitsHandler,
  ViewPricingUnitHandler,
  PricingUnitsOfUnitsHandler,
  ListUnitHistoryHandler,
  PastUnits,
  UpdatePricingUnitHandler,
  SavePricingUnitsHandler,
  UnitPricing,
];

/** Prices and availability of units, and the transactions they arrive in. */
@Module({
  controllers: [
    ProcessController,
    EntryController,
    PricingUnitController,
    PublicationController,
    UnmatchedController,
    RestorePublicationController,
    IngestController,
    TransactionController,
  ],
  providers: [
    PublishedPricesHandler,
    FindUnitOffersHandler,
    ViewerPricesHandler,
    SelectedEntriesHandler,
    ...processes,
    ...transactions,
    ...publications,
    ...units,
    ...provisioning,
    ListEntriesHandler,
    LargePages,
    ExpireTransactionsJob,
    PurgeEntriesJob,
    ExpectedPrices,
    OpenTransactions,
  ],
})
export class PricingModule {
  static readonly persistence: Persistence = {
    schema: 'pricing',
    entities: [PricingProcess, PricingTransaction, PricingEntry, PricingUnit, UnitState, Publication],
    migrations: Object.values(migrations),
    unaudited: {
      entry:
        'closed only by a publication and deleted with its transaction, whose opening, deliveries and end are recorded',
      'transaction.holds_entries': 'set by the job that deletes leftover entries',
      'transaction.needs_sweep': 'tells that job which transactions to check',
      'transaction.byte_count': 'for the limit; the numbers of bodies and entries are recorded',
      'transaction.largest_unit': 'for the limit',
      'transaction.content_hash': 'derived from the entries',
      'process.content_hash': 'derived from the entries',
      'process.closed_entries': 'decides how the next set is stored',
      'unit.valid_from': 'the time of the change is recorded',
      'unit.since': 'for the history',
      unit_state: 'past states; the changes are recorded',
    },
    uncached: { entry: 'visible only through its process, which changes with it' },
  };
}
