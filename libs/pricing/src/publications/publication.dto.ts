import { ApiSchema } from '@nestjs/swagger';
import { Id, Int32, OneOf, Shape, Timestamp } from '@app/platform/rest';
import { type Excess, GUARD_LIMITS } from '../processes/guard.value.js';
import { type Issue, ISSUES_SCHEMA, MAX_LISTED_ISSUES } from '../issues/issue.dto.js';
import type { ListedChanges } from './entry-comparison.js';
import { CHANGE_KIND_NAMES, type ChangeKind } from '../entries/entry-pairs.js';

const CHANGES_OF: Record<ChangeKind, string> = {
  added: 'Entries that did not exist before',
  removed: 'Entries that no longer exist',
  price_up: 'Entries with a higher price',
  price_down: 'Entries with a lower price',
  availability_changed: 'Entries with another date of availability',
  specials_changed: 'Entries with another special offer',
  other_changed: 'Entries with any other change',
};
const COUNTS: Record<string, string> = {
  received: 'Entries that were sent',
  matched: 'Entries that match a unit',
  unmatched: 'Entries that match no unit',
  unchanged: 'Entries that did not change',
  ...CHANGES_OF,
  duplicates: 'Entries that equal an earlier one',
  repeated_prices: 'Entries with another price for the unit, lease term and start of an earlier one',
  past_lease_starts: 'Entries whose lease start has passed; units show them only if they have no other',
  units_priced: 'Units with a price afterwards',
  units_losing_prices: 'Units that had a price and have none afterwards',
};
export const PUBLISHERS = ['key', 'operator', 'job'] as const;

export const OUTCOMES = ['published', 'unchanged', 'refused', 'staged', 'nothing_sent'] as const;
/** Warnings for the sender; the commit succeeds nevertheless. */
export const WARNINGS = [
  'no_prices_left',
  'unmatched_entries',
  'duplicate_entries',
  'repeated_prices',
  'past_lease_starts',
  'unmapped_statuses',
] as const;

const TOTALS = {
  type: 'object',
  description:
    'Counts of entries and units. `received` minus `added` entries existed before. An entry may count in several kinds of changes.',
  properties: Object.fromEntries(
    Object.entries(COUNTS).map(([name, description]) => [name, { type: 'integer', minimum: 0, description }]),
  ),
};
const stateOf = (description: string) => ({
  type: ['object', 'null'],
  description,
  properties: {
    price: { type: 'integer', description: 'Monthly rent' },
    available_on: { type: 'string', format: 'date', description: 'First day on which the unit can be rented' },
    status: { type: ['string', 'null'], maxLength: 255, description: 'Free text from the source' },
    specials_description: { type: ['string', 'null'], maxLength: 512, description: 'Special offer' },
  },
});
const CHANGE_PROPERTIES = {
  unit_id: { type: ['string', 'null'], maxLength: 255, description: 'Id of the unit; null if the entry matches none' },
  provider_id: { type: 'string', maxLength: 255, description: 'Id of the unit in the sending system' },
  lease_term: { type: ['integer', 'null'], description: 'Length of the lease in months' },
  lease_starts_on: { type: ['string', 'null'], format: 'date', description: 'First day of the lease' },
  before: stateOf('What was published before; null for an added entry'),
  after: stateOf('What is published now; null for a removed entry'),
};
const REPORTED_CHANGE = {
  type: 'object',
  properties: {
    index: {
      type: ['integer', 'null'],
      description: 'Index of the entry in the array that was sent, from 0; null if unknown',
    },
    ...CHANGE_PROPERTIES,
  },
};
const CHANGES = {
  type: 'object',
  description: 'The first 50 changes of each kind.',
  properties: Object.fromEntries(
    CHANGE_KIND_NAMES.map((kind) => [kind, { type: 'array', items: REPORTED_CHANGE, description: CHANGES_OF[kind] }]),
  ),
};

const before = { price: 2400, available_on: '2026-12-01', status: null, specials_description: null };
const EXAMPLE = {
  ...{ unit_id: '1', provider_id: 'P-101', lease_term: 12, lease_starts_on: null },
  ...{ before, after: { ...before, price: 2450 } },
};
const TOTALS_EXAMPLE = Object.fromEntries(
  Object.keys(COUNTS).map((name) => [
    name,
    { received: 160, matched: 160, unchanged: 159, price_up: 1, units_priced: 160 }[name] ?? 0,
  ]),
);

const GUARD_REPORT = {
  type: 'object',
  description: 'Only if the process has limits and something is published.',
  required: ['outcome', 'exceeded'],
  properties: {
    outcome: {
      type: 'string',
      enum: ['passed', 'refused', 'overridden'],
      description: '`refused` in the report of a dry run: a commit would be rejected.',
    },
    exceeded: {
      type: 'array',
      description: 'The limits that the commit exceeds',
      items: {
        type: 'object',
        properties: {
          limit: { type: 'string', enum: GUARD_LIMITS, description: 'Name of the limit' },
          value: {
            type: ['integer', 'boolean'],
            description: 'Configured value of the limit: a percentage, or `true` for `refuse_empty`',
          },
          entries: { type: 'integer', minimum: 0, description: 'Entries that exceed it, or are removed' },
        },
      },
    },
  },
};

const UNMAPPED_STATUSES = {
  type: 'array',
  description: `Words in \`status\` of units that the \`status_map\` of the process gives no state; at most ${MAX_LISTED_ISSUES}, the most frequent first`,
  items: {
    type: 'object',
    required: ['status', 'units'],
    properties: {
      status: { type: 'string', maxLength: 255, description: 'The word, as it was sent' },
      units: { type: 'integer', minimum: 1, description: 'Units that have it' },
    },
  },
};

export const REPORT_SCHEMA = {
  type: 'object',
  description: 'What the request did, or with `dry-run=1` would do.',
  required: ['outcome', 'dry_run', 'publication', 'compared_with', 'totals', 'warnings'],
  properties: {
    outcome: {
      type: 'string',
      enum: [...OUTCOMES],
      description:
        '`unchanged`: the data set equals the published one, which stays. `refused`: the data set exceeds the limits of the process, and nothing is published. `staged`: the transaction is still open. `nothing_sent`: the transaction received no array, and ends without publishing.',
    },
    dry_run: { type: 'boolean', description: 'Whether nothing was stored' },
    publication: { type: ['integer', 'null'], description: 'The publication that is live after the request' },
    compared_with: { type: ['integer', 'null'], description: 'The publication that was live before the request' },
    as_of: {
      type: 'string',
      format: 'date-time',
      description:
        'When the commit published the data set, or confirmed the published one by sending it `unchanged`; only for a commit that did either',
    },
    totals: TOTALS,
    warnings: {
      type: 'array',
      items: { type: 'string', enum: [...WARNINGS] },
      description: '`no_prices_left`: the process had prices and has none after it.',
    },
    guard: GUARD_REPORT,
    issues: ISSUES_SCHEMA,
    unmapped_statuses: UNMAPPED_STATUSES,
    changes: CHANGES,
  },
};
export const REPORT_EXAMPLE = {
  ...{ outcome: 'published', dry_run: false, publication: 8, compared_with: 7, as_of: '2026-11-20T11:21:15+00:00' },
  ...{ totals: TOTALS_EXAMPLE, warnings: [] },
  guard: { outcome: 'passed', exceeded: [] },
  changes: { price_up: [{ index: 0, ...EXAMPLE }] },
};
/** The report for a transaction that stays open. */
export const stagedReport = (received: number): object => ({
  ...{ outcome: 'staged', dry_run: false, publication: 7, compared_with: 7 },
  ...{ totals: { received, matched: received, unmatched: 0 }, warnings: [] },
});

export type Totals = Record<string, number>;

/** The result of the process's limits for a commit. */
export interface GuardReport {
  outcome: 'passed' | 'refused' | 'overridden';
  exceeded: Excess[];
}

/** A word of the source without a state. */
export interface UnmappedStatus {
  status: string;
  /** number of units that have it */
  units: number;
}

/** The report of an ingest request. */
export interface IngestReport {
  outcome: (typeof OUTCOMES)[number];
  dry_run: boolean;
  publication: number | null;
  compared_with: number | null;
  /** only for a commit that published a data set or confirmed the live one */
  as_of?: string;
  totals: Totals;
  warnings: (typeof WARNINGS)[number][];
  guard?: GuardReport;
  /** only for a commit */
  issues?: Issue[];
  /** only if there are any */
  unmapped_statuses?: UnmappedStatus[];
  changes?: ListedChanges;
}

/** A committed data set. */
@ApiSchema({
  description: 'A data set that a commit published, with the number of entries that it added, removed and changed.',
})
export class PublicationDto {
  @Int32({ min: 1, example: 8, description: 'Counts the publications of the process, from 1' }) number: number;
  @Id() assetId: string;
  @Id() processId: string;
  @Id() transactionId: string;
  @Int32({ min: 1, nullable: true, example: 7, description: 'The publication that this one replaced' })
  comparedWith: number | null;
  @Int32({ min: 1, nullable: true, example: null, description: 'The publication whose data set it restored' })
  restoredFrom: number | null;
  @Timestamp({ description: 'When it went live' }) publishedAt: string;
  @Int32({ min: 0, example: 160, description: 'Entries in the data set' }) entryCount: number;
  @Shape(TOTALS, { example: TOTALS_EXAMPLE }) totals: Totals;
  @OneOf(PUBLISHERS, { description: 'Who published the data set' }) actor: string;
  @Id({ nullable: true, description: 'Id of the API key' }) keyId: string | null;
}

/** An entry that a publication added, removed or changed. */
@ApiSchema({ description: 'An entry that a publication added, removed or changed, with its values before and after.' })
export class PublicationChangeDto {
  @OneOf(CHANGE_KIND_NAMES, { example: 'price_up', description: 'Kind of change' }) kind: ChangeKind;
  @Id({ nullable: true, description: CHANGE_PROPERTIES.unit_id.description }) unitId: string | null;
  @Shape(CHANGE_PROPERTIES.provider_id, { example: 'P-101' }) providerId: string;
  @Shape(CHANGE_PROPERTIES.lease_term, { example: 12 }) leaseTerm: number | null;
  @Shape(CHANGE_PROPERTIES.lease_starts_on, { example: null }) leaseStartsOn: string | null;
  @Shape(CHANGE_PROPERTIES.before, { example: EXAMPLE.before }) before: object | null;
  @Shape(CHANGE_PROPERTIES.after, { example: EXAMPLE.after }) after: object | null;
}
