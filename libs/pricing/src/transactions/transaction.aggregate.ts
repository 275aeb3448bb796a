import { randomUUID } from 'node:crypto';
import { Aggregate, conflict, invalid, Problem } from '@app/platform/core';
import { Column, Entity, Generated, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Delivery } from '../deliveries/delivery.js';
import type { HashSum } from '../parsing/copy-rows.js';
import type { DataSet } from '../processes/process.aggregate.js';
import { PRICING_STRATEGIES, type PricingStrategy } from '../processes/process.dto.js';
import { GUARD_OUTCOMES, TRANSACTION_STATUSES, type TransactionState } from './transaction.dto.js';
import { PricesPublished } from './transaction.events.js';

/** docs/contract/specification.md, Limits */
const LIFETIME_MS = 30 * 60 * 1000;

/** docs/contract/decisions.md, Pricing, Entry limits */
const MAX_ENTRIES = 2_000_000;
const MAX_ENTRIES_OF_UNIT = 10_000;
const MAX_GIB = 1;
const MAX_BYTES = MAX_GIB * 1024 ** 3;

type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
type GuardOutcome = (typeof GUARD_OUTCOMES)[number];

/** A transaction of prices: entries arrive in deliveries and become visible together, or not at all. */
@Entity({ schema: 'pricing', name: 'transaction' })
@Index('transaction_open', ['assetId', 'processId'], { unique: true, where: `status = 'pending'` })
@Index('transaction_holding', ['assetId', 'processId'], { where: 'holds_entries' })
@Index('transaction_to_sweep', ['assetId', 'id'], { where: 'needs_sweep' })
@Index('transaction_expiring', ['expiresAt'], { where: `status = 'pending'` })
export class PricingTransaction extends Aggregate {
  @PrimaryColumn('bigint')
  readonly assetId: string;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  readonly id: string;

  @Column('bigint') readonly processId: string;
  @Column('uuid') @Generated('uuid') readonly uuid: string;
  @Column({ type: 'text', enum: PRICING_STRATEGIES }) private readonly pricingStrategy: PricingStrategy;
  @Column({ type: 'text', enum: TRANSACTION_STATUSES }) private status: TransactionStatus = 'pending';
  @Column('integer') private sourceCount = 0;
  @Column('integer') private entryCount = 0;
  /** total size of the bodies */
  @Column('integer', { default: 0 }) private byteCount = 0;
  /** upper bound for the entries of any single unit */
  @Column('integer', { default: 0 }) private largestUnit = 0;
  /** sum of the hashes of the entries */
  @Column('bigint', { default: 0 }) private contentHash = '0';
  /** number of the publication that its commit created or confirmed */
  @Column('bigint', { nullable: true }) private publicationId: string | null = null;
  /** totals of its commit */
  @Column('jsonb', { nullable: true }) private report: Record<string, number> | null = null;
  /** outcome of the guard; null = no limit was exceeded */
  @Column({ type: 'text', nullable: true, enum: GUARD_OUTCOMES }) private guard: GuardOutcome | null = null;
  @Column('timestamptz') readonly expiresAt: Date;
  @Column('timestamptz') readonly createdAt: Date;
  @Column('timestamptz', { nullable: true }) private queuedAt: Date | null = null;
  @Column('timestamptz', { nullable: true }) private startedAt: Date | null = null;
  @Column('timestamptz', { nullable: true }) private endedAt: Date | null = null;
  /** whether pricing.entry may still contain its rows */
  @Column('boolean') private readonly holdsEntries: boolean = true;
  /** whether entries that are no longer visible, its own or replaced ones, must be deleted */
  @Column('boolean', { default: false }) private needsSweep = false;

  /** @param id an id reserved before */
  constructor(assetId: string, processId: string, pricingStrategy: PricingStrategy, openedAt: Date, id?: string) {
    super();
    if (id !== undefined) this.id = id;
    this.assetId = assetId;
    this.processId = processId;
    this.uuid = randomUUID();
    this.pricingStrategy = pricingStrategy;
    this.createdAt = openedAt;
    this.expiresAt = new Date(openedAt.getTime() + LIFETIME_MS);
  }

  /** The status at a time: a transaction expires by time alone, and a job records that later. */
  statusAt(now: Date): TransactionStatus {
    return this.status === 'pending' && now >= this.expiresAt ? 'expired' : this.status;
  }

  /** Remaining whole seconds; null unless it is open. */
  expiresIn(now: Date): number | null {
    return this.statusAt(now) === 'pending' ? Math.ceil((this.expiresAt.getTime() - now.getTime()) / 1000) : null;
  }

  /**
   * Accepts a delivery of entries; an empty array is a data set too.
   * @throws Problem if the transaction becomes too large
   */
  accept(
    { entries, bytes, largestUnit, hashSum }: Pick<Delivery, 'entries' | 'bytes' | 'largestUnit' | 'hashSum'>,
    now: Date,
  ): void {
    this.requireOpen(now);
    this.sourceCount += 1;
    this.entryCount += entries;
    this.byteCount += bytes;
    this.largestUnit += largestUnit;
    this.contentHash = addHashSum(this.contentHash, hashSum);
    if (this.entryCount > MAX_ENTRIES) throw tooMany('too_many_entries', `a transaction has at most ${MAX_ENTRIES}`);
    if (this.byteCount > MAX_BYTES)
      throw new Problem('too_large', 'transaction_too_large', `A transaction must not exceed ${MAX_GIB} GiB`);
  }

  get isEmpty(): boolean {
    return this.sourceCount === 0;
  }

  get dataSet(): DataSet {
    return { entries: this.entryCount, bytes: this.byteCount, contentHash: this.contentHash };
  }

  /** Whether a unit may have too many entries, so that they must be counted. */
  get mayExceedUnit(): boolean {
    return this.largestUnit > MAX_ENTRIES_OF_UNIT;
  }

  /** @param providerId the unit with the most entries @throws Problem if these are too many */
  boundUnit(providerId: string, entries: number): void {
    if (entries > MAX_ENTRIES_OF_UNIT)
      throw tooMany(
        'too_many_entries_of_unit',
        `a unit has at most ${MAX_ENTRIES_OF_UNIT} in a transaction, provider_id "${providerId}" would have ${entries}`,
      );
    this.largestUnit = entries;
  }

  /** Closes the transaction before its entries are published. */
  queue(now: Date): void {
    this.requireOpen(now);
    this.requireData();
    this.queuedAt = now;
    this.startedAt = now;
  }

  /** Records that the guard refused a commit; the transaction stays open. */
  refuse(): void {
    this.guard = 'refused';
    this.queuedAt = null;
    this.startedAt = null;
  }

  /** Records that the sender overrode the guard. */
  override(): void {
    this.guard = 'overridden';
  }

  /** @param publication number of the publication that it created or confirmed */
  finish(now: Date, publication: string, totals: Record<string, number>): void {
    this.publicationId = publication;
    this.report = totals;
    this.end('finished', now);
    this.record(new PricesPublished(this.assetId, this.processId, this.id));
  }

  /** Records that its time has passed. @returns whether it had, and was not recorded yet */
  expire(now: Date): boolean {
    if (this.status !== 'pending' || this.statusAt(now) !== 'expired') return false;
    this.end('expired', this.expiresAt);
    return true;
  }

  /** Aborts the transaction before it expires. */
  abort(now: Date): void {
    this.requireOpen(now);
    this.end('expired', now);
  }

  /** Requires that the transaction has received an array, which may be empty. */
  requireData(): void {
    if (this.sourceCount === 0) throw invalid({ body: ['is needed: there is nothing to publish without an array'] });
  }

  result(now: Date): TransactionState {
    return {
      id: this.id,
      uuid: this.uuid,
      status: this.statusAt(now),
      expiresIn: this.expiresIn(now),
      entryCount: this.entryCount,
      isEmpty: this.isEmpty,
    };
  }

  requireOpen(now: Date): void {
    const status = this.statusAt(now);
    if (status !== 'pending') throw conflict('transaction_closed', `Transaction ${this.id} is ${status}`);
  }

  private end(status: TransactionStatus, now: Date): void {
    this.status = status;
    this.endedAt = now;
    this.needsSweep = true;
  }
}

function tooMany(code: string, text: string): Problem {
  const problem = new Problem('invalid', code, `Too many entries: ${text}`);
  problem.fields = { body: [text] };
  return problem;
}

const HALF = 32n;
const LOW = 0xffff_ffffn;

/** Adds to a sum stored in a `bigint` column. */
function addHashSum(stored: string, [high, low]: HashSum): string {
  const bits = BigInt.asUintN(64, BigInt(stored));
  const sums = [((bits >> HALF) + BigInt(high)) & LOW, ((bits & LOW) + BigInt(low)) & LOW] as const;
  return BigInt.asIntN(64, (sums[0] << HALF) | sums[1]).toString();
}
