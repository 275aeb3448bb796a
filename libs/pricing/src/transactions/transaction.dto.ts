import { Id, Int32, OneOf, Shape, Text, Timestamp } from '@app/platform/rest';
import { PRICING_STRATEGIES } from '../processes/process.dto.js';

const UUID = '3f6b1c52-8d0e-4b7a-9c41-5e2f7a8b9c0d';
const TRANSACTION = 'https://maps.example.com/v1/assets/1/multifamily/pricing/1/transactions/1';

export class PricingTransactionDto {
  @Id() id: string;
  @Shape({ type: 'string', format: 'uuid' }, { example: UUID }) uuid: string;
  @Id() assetId: string;
  @Id() processId: string;
  @OneOf(PRICING_STRATEGIES) pricingStrategy: string;
  @OneOf(['pending', 'finished', 'expired'], { example: 'finished' }) status: string;
  @Int32({ min: 0, example: 1, description: 'Accepted requests that carried a body' }) sourceCount: number;
  @Int32({ min: 0, example: 160 }) entryCount: number;
  @Int32({ min: 0, nullable: true, example: null, description: 'Whole seconds left while it is pending' }) expiresIn:
    number | null;
  @Timestamp() createdAt: string;
  @Timestamp({ nullable: true }) queuedAt: string | null;
  @Timestamp({ nullable: true }) startedAt: string | null;
  @Timestamp({ nullable: true }) endedAt: string | null;
}

/** What both ingest operations answer. */
export class IngestDto {
  @Text({ filled: false, example: TRANSACTION }) transactionUrl: string;
  @Text({ filled: false, example: `${TRANSACTION}/ingest` }) transactionIngestUrl: string;
  @Id() transactionId: string;
  @Shape({ type: 'string', format: 'uuid' }, { example: UUID }) transactionUuid: string;
  @OneOf(['pending', 'finished', 'expired']) status: string;
  @Int32({ min: 0, nullable: true, example: 1800 }) expiresIn: number | null;
  @Int32({ min: 0, example: 160, description: 'Entries of the transaction so far' }) entryCount: number;
}

/** The state of a transaction after an ingest request. */
export interface IngestResult {
  id: string;
  uuid: string;
  status: string;
  expiresIn: number | null;
  entryCount: number;
}
