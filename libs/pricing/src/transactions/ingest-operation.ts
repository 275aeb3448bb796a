import { JsonResponse, param, returns } from '@app/platform/rest';
import { IngestBody } from '../deliveries/ingest-body.js';
import { INGEST } from './ingest.js';
import type { IngestOptions } from './publish-options.js';
import { IngestDto, type IngestResult } from './transaction.dto.js';

const COMMIT = param.flag('commit', '`1` commits and closes the transaction, `0` (default) keeps it open.');

export const DRY_RUN = param.flag(
  'dry-run',
  '`1` only reports what the commit would do. It publishes nothing and opens no transaction.',
);

const OVERRIDE = param.choice(
  'override',
  { guard: true },
  '`guard` publishes a data set even if it exceeds the limits of the process.',
);

const INGEST_QUERY = [COMMIT, DRY_RUN, OVERRIDE];

/** What both ingest operations have in common. */
export const INGEST_OPERATION = {
  permission: 'pricing.create-entries',
  query: INGEST_QUERY,
  body: new IngestBody(),
  partition: INGEST,
  returns: returns.one(IngestDto),
} as const;

export interface IngestQuery {
  commit?: boolean;
  dryRun?: boolean;
  override?: boolean;
}

/** @param ifMatch header with a publication number, with or without quotes; the command rejects anything else */
export const optionsOf = ({ dryRun, override }: IngestQuery, ifMatch?: string): IngestOptions => ({
  isDryRun: dryRun ?? false,
  overridesGuard: override ?? false,
  onlyIf: /^(?:W\/)?"?(\d+|\*)"?$/.exec(ifMatch?.trim() ?? '')?.[1] ?? ifMatch,
});

/** The demonstration has four transactions, so the example of `ingest` opens the fifth. */
export const NEXT_TRANSACTION = { transaction: '5' };

const REFUSED = 409;

/** The response to an ingest, with its `Link`. A refused ingest is an ordinary response too, so that it is kept under its idempotency key. */
export function ingestResponse(result: IngestResult, processUrl: string, httpStatus: number): JsonResponse {
  const { id, uuid, status, expiresIn, entryCount, report, rejection } = result;
  const transactionUrl = id === undefined ? null : `${processUrl}/transactions/${id}`;
  const body = {
    transaction_url: transactionUrl,
    transaction_ingest_url: transactionUrl && `${transactionUrl}/ingest`,
    transaction_id: id ?? null,
    transaction_uuid: uuid ?? null,
    status: status ?? null,
    expires_in: expiresIn ?? null,
    entry_count: entryCount ?? null,
    report,
  };
  const response = rejection
    ? JsonResponse.json({ message: rejection.message, code: rejection.code, details: body }, REFUSED)
    : JsonResponse.json(body, httpStatus);
  if (!transactionUrl) return response;
  const preview = rejection ? `, <${transactionUrl}/ingest?commit=1&dry-run=1>; rel="preview"` : '';
  return response.with({ Link: `<${transactionUrl}>; rel="transaction"${preview}` });
}

/** Errors of ingest and restore by code, for the OpenAPI document. */
export const OPEN = { transaction_open: 'A transaction is open on this process' };
export const CLOSED = { transaction_closed: 'Transaction 1 is finished' };
const GUARDED = {
  guard_refused: 'The guard of the process refused the commit: it would leave no unit with a price',
};
export const REPLACED = { publication_replaced: 'Publication 8 is live: preview the data set again' };
const TRANSACTION_FULL = { transaction_too_large: 'A transaction must not exceed 1 GiB' };
const TOO_MANY = {
  too_many_entries: 'Too many entries: a transaction has at most 2000000',
  too_many_entries_of_unit: 'Too many entries: a unit has at most 10000 in a transaction',
};

const LIMITS = { 412: REPLACED, 413: TRANSACTION_FULL, 422: TOO_MANY };
export const OPEN_ERRORS = { 409: { ...OPEN, ...CLOSED, ...GUARDED }, ...LIMITS };
export const SEND_ERRORS = { 409: { ...CLOSED, ...GUARDED }, ...LIMITS };
