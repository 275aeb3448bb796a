import { AssetOwned, invalid, Problem } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import { type Excess, excessOf, type Guard, type GuardedChange, wholeGuard } from './guard.value.js';
import { inOrder, type StatusMap } from './status-map.value.js';
import {
  type CreatePricingProcessDto,
  PRICING_STRATEGIES,
  type PricingStrategy,
  PROCESS_TYPES,
  type ProcessType,
  type UpdatePricingProcessDto,
} from './process.dto.js';

/** Maximum share of changed entries for which a data set is stored as a difference. */
const NEW_GENERATION = 0.3;

/** Publication number of a process without publications. */
const NOTHING = '0';

/** The data set that a process publishes. */
export interface DataSet {
  entries: number;
  /** size as sent */
  bytes: number;
  /** sum of the hashes of its entries */
  contentHash: string;
}

/** A source of prices for an asset. Readers see its published generation of entries. */
@Entity({ schema: 'pricing', name: 'process' })
export class PricingProcess extends AssetOwned {
  @Column('text') name: string;
  @Column({ type: 'text', enum: PROCESS_TYPES }) private type: ProcessType;
  @Column({ type: 'text', enum: PRICING_STRATEGIES }) private pricingStrategy: PricingStrategy;
  /** live generation: the transaction under which its entries are stored */
  @Column('bigint', { nullable: true }) private publishedTransactionId: string | null = null;
  /** number of the last publication */
  @Column('bigint', { nullable: true }) private publicationId: string | null = null;
  /** when a commit last published or confirmed the live data set */
  @Column('timestamptz', { nullable: true }) private publishedAt: Date | null = null;
  @Column('integer', { nullable: true }) private publishedEntries: number | null = null;
  @Column('integer', { nullable: true }) private publishedBytes: number | null = null;
  /** sum of the hashes of the entries */
  @Column('bigint', { nullable: true }) private contentHash: string | null = null;
  /** number of entries of the generation that are no longer live */
  @Column('integer', { default: 0 }) private closedEntries = 0;
  /** limits of a commit; null = none */
  @Column('jsonb', { nullable: true }) private guard: Guard | null = null;
  /** retention of publications; null = the server's default */
  @Column('integer', { nullable: true }) private historyDays: number | null = null;
  /** hours between two commits after which the process is overdue; null = never */
  @Column('integer', { nullable: true }) private expectedEveryHours: number | null = null;

  /** states by the words of the source; null = none */
  @Column('jsonb', { nullable: true }) private statusMap: StatusMap | null = null;
  /** whether visitors see words without a state */
  @Column('boolean', { default: false }) private showStatus = false;

  constructor(assetId: string, fields: CreatePricingProcessDto) {
    super(assetId);
    this.revise(fields);
  }

  get strategy(): PricingStrategy {
    return this.pricingStrategy;
  }

  get published(): string | null {
    return this.publishedTransactionId;
  }

  /** Undefined fields stay unchanged. @throws Problem invalid for another strategy than that of the published prices */
  override revise({ guard, statusMap, ...fields }: UpdatePricingProcessDto): void {
    const { pricingStrategy = this.pricingStrategy } = fields;
    if (pricingStrategy !== this.pricingStrategy && this.published !== null)
      throw invalid({ pricing_strategy: ['cannot be changed: the process has published prices'] });
    super.revise({
      ...fields,
      ...(guard !== undefined && { guard: guard && wholeGuard(guard) }),
      ...(statusMap !== undefined && { statusMap: statusMap && inOrder(statusMap) }),
    });
  }

  /** Whether words of its source should have a state. */
  get mapsStatuses(): boolean {
    return this.statusMap !== null;
  }

  /** Limits for the next commit; undefined before the first publication, or without limits. */
  get activeGuard(): Guard | undefined {
    return this.published === null ? undefined : (this.guard ?? undefined);
  }

  /** The limits that a data set exceeds. */
  excess(change: Omit<GuardedChange, 'published'>): Excess[] {
    return excessOf(this.activeGuard ?? {}, { ...change, published: this.liveEntries });
  }

  get liveEntries(): number {
    return this.publishedEntries ?? 0;
  }

  get publication(): string | null {
    return this.publicationId;
  }

  get nextPublication(): string {
    return String(Number(this.publicationId ?? 0) + 1);
  }

  /** @param number number of a publication; `*` = any @throws Problem if another one is live */
  requireLive(number: string): void {
    const { publication } = this;
    if (number === '*' || number === (publication ?? NOTHING)) return;
    const live = publication === null ? 'Nothing is published' : `Publication ${publication} is live`;
    throw new Problem('precondition_failed', 'publication_replaced', `${live}: preview the data set again`);
  }

  /** Whether the live entries equal this data set. */
  holds({ entries, contentHash }: DataSet): boolean {
    return contentHash === this.contentHash && entries === this.publishedEntries;
  }

  /** Whether to store a data set as a new generation, because closing many entries costs more than writing all. */
  needsNewGeneration(added: number, removed: number): boolean {
    const live = this.liveEntries;
    return added + removed > 2 * NEW_GENERATION * live || this.closedEntries + removed > live;
  }

  /** Publishes a data set. @param removed number of entries that it closes in the generation; undefined for a new generation */
  publish(generation: string, { entries, bytes, contentHash }: DataSet, at: Date, removed?: number): void {
    this.publicationId = this.nextPublication;
    this.closedEntries = removed === undefined ? 0 : this.closedEntries + removed;
    this.publishedTransactionId = generation;
    this.publishedEntries = entries;
    this.publishedBytes = bytes;
    this.contentHash = contentHash;
    this.publishedAt = at;
  }
}
