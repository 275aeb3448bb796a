import { ApiSchema } from '@nestjs/swagger';
import type { Problem } from '@app/platform/core';
import { Id, Int32, OneOf, Shape, Text, Timestamp } from '@app/platform/rest';
import {
  type IngestReport,
  REPORT_EXAMPLE,
  REPORT_SCHEMA,
  stagedReport,
  type Totals,
} from '../publications/publication.dto.js';
import { PRICING_STRATEGIES } from '../processes/process.dto.js';

export const TRANSACTION_STATUSES = ['pending', 'finished', 'expired'] as const;
/** What the guard did with a commit that exceeded its limits. */
export const GUARD_OUTCOMES = ['refused', 'overridden'] as const;

const UUID = '3f6b1c52-8d0e-4b7a-9c41-5e2f7a8b9c0d';
const TRANSACTION = 'https://maps.example.com/v1/assets/1/multifamily/pricing/1/transactions/1';

@ApiSchema({
  description:
    'An upload of a data set to a pricing process. It accepts entries while it is `pending`; a commit publishes them.',
})
export class PricingTransactionDto {
  @Id({ description: 'Id, assigned by the service' }) id: string;
  @Shape({ type: 'string', format: 'uuid', description: 'Globally unique id' }, { example: UUID })
  uuid: string;
  @Id() assetId: string;
  @Id() processId: string;
  @OneOf(PRICING_STRATEGIES, { description: 'Strategy of the process' }) pricingStrategy: string;
  @OneOf(TRANSACTION_STATUSES, { example: 'finished', description: '`pending` while it is open' })
  status: string;
  @Int32({ min: 0, example: 1, description: 'Accepted requests that carried a body' }) sourceCount: number;
  @Int32({ min: 0, example: 160, description: 'Number of entries received' }) entryCount: number;
  @Int32({ min: 0, nullable: true, example: null, description: 'Whole seconds left while it is pending' })
  expiresIn: number | null;
  @Int32({ min: 1, nullable: true, example: 8, description: 'The publication that the commit created or confirmed' })
  publication: number | null;
  @Shape(
    { type: ['object', 'null'], additionalProperties: { type: 'integer' }, description: 'Totals of its commit' },
    { example: { received: 160, matched: 160, unmatched: 0 } },
  )
  report: Totals | null;
  @OneOf(GUARD_OUTCOMES, {
    nullable: true,
    example: null,
    description: 'Outcome of the guard: the commit was rejected, or exceeded the limits with `override=guard`',
  })
  guard: string | null;
  @Timestamp({ description: 'When it was opened' }) createdAt: string;
  @Timestamp({ nullable: true, description: 'When its commit was requested' }) queuedAt: string | null;
  @Timestamp({ nullable: true, description: 'When its commit began' }) startedAt: string | null;
  @Timestamp({ nullable: true, description: 'When it was committed, aborted or expired' }) endedAt: string | null;
}

/** The response of both ingest operations. A dry run without a transaction omits its members. */
@ApiSchema({
  description: 'Result of an ingest request: the transaction, and a report of what was or would be published.',
})
export class IngestDto {
  @Text({ filled: false, nullable: true, example: TRANSACTION, description: 'URL of the transaction' })
  transactionUrl: string | null;
  @Text({
    filled: false,
    nullable: true,
    example: `${TRANSACTION}/ingest`,
    description: 'URL to send entries to',
  })
  transactionIngestUrl: string | null;
  @Id({ nullable: true, description: 'Id of the transaction' }) transactionId: string | null;
  @Shape(
    { type: ['string', 'null'], format: 'uuid', description: 'Globally unique id of the transaction' },
    { example: UUID },
  )
  transactionUuid: string | null;
  @OneOf(TRANSACTION_STATUSES, { nullable: true, description: '`pending` while the transaction is open' })
  status: string | null;
  @Int32({ min: 0, nullable: true, example: 1800, description: 'Seconds until the transaction expires' })
  expiresIn: number | null;
  @Int32({ min: 0, nullable: true, example: 160, description: 'Entries of the transaction so far' })
  entryCount: number | null;
  @Shape(REPORT_SCHEMA, { example: REPORT_EXAMPLE }) report: IngestReport;
}

/** Examples for both ingest operations. Only opening a transaction without a body responds with 202. */
export const INGEST_EXAMPLES = {
  200: {
    committed: { status: 'finished', expires_in: null },
    still_open: { report: stagedReport(160) },
  },
  202: { opened: { entry_count: 0, report: stagedReport(0) } },
};

/** A transaction after an ingest request. */
export interface TransactionState {
  id: string;
  uuid: string;
  status: string;
  expiresIn: number | null;
  entryCount: number;
  /** whether it has not received an array yet */
  isEmpty: boolean;
}

/** The result of an ingest request; for a dry run without a transaction, only the report. */
export interface IngestResult extends Partial<TransactionState> {
  report: IngestReport;
  /** set if the limits of the process refused the commit; the transaction stays open */
  rejection?: Problem;
}
