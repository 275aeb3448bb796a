import { AssetOwned, omitUndefined, Problem } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import { type Excess, excessOf, type Guard, type GuardedChange, wholeGuard } from './guard.value.js';
import type { CreatePricingProcessDto, PricingStrategy, ProcessType } from './process.dto.js';

/** Part of its entries that a data set may change, at most, to be written as a difference. */
const NEW_GENERATION = 0.3;

/** The publication of a process that has not published anything. */
const NOTHING = '0';

/** What a process publishes. */
export interface DataSet {
  entries: number;
  /** as it was sent; null when nobody counted */
  bytes: number | null;
  /** sum of the hashes of its entries; null when some came before there were hashes */
  contentHash: string | null;
}

/** A source of prices for an asset. Its published transaction is what readers see. */
@Entity({ schema: 'pricing', name: 'process' })
export class PricingProcess extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text') private type: ProcessType;
  @Column('text') private pricingStrategy: PricingStrategy;
  /** generation that is live: the transaction under which its entries are stored */
  @Column('bigint', { nullable: true }) private publishedTransactionId: string | null = null;
  /** the last publication */
  @Column('bigint', { nullable: true }) private publicationId: string | null = null;
  /** when what is live was last confirmed by a commit */
  @Column('timestamptz', { nullable: true }) private publishedAt: Date | null = null;
  @Column('integer', { nullable: true }) private publishedEntries: number | null = null;
  @Column('integer', { nullable: true }) private publishedBytes: number | null = null;
  /** sum of the hashes of the entries; null when some came before there were hashes */
  @Column('bigint', { nullable: true }) private contentHash: string | null = null;
  /** entries of the generation that are not live any more */
  @Column('integer', { default: 0 }) private closedEntries = 0;
  /** limits of what a commit may change; null: none */
  @Column('jsonb', { nullable: true }) private guard: Guard | null = null;
  /** how long publications are kept; null: as the server is configured */
  @Column('integer', { nullable: true }) private historyDays: number | null = null;

  constructor(assetId: string, name: string, type: ProcessType, pricingStrategy: PricingStrategy) {
    super(assetId);
    this.name = name;
    this.type = type;
    this.pricingStrategy = pricingStrategy;
  }

  get strategy(): PricingStrategy {
    return this.pricingStrategy;
  }

  get published(): string | null {
    return this.publishedTransactionId;
  }

  /** What is left out stays as it is. */
  declare({ type, pricingStrategy, guard, historyDays }: Omit<CreatePricingProcessDto, 'name'>): void {
    this.type = type;
    this.pricingStrategy = pricingStrategy;
    Object.assign(this, omitUndefined({ guard: guard && wholeGuard(guard), historyDays }));
  }

  /** Limits for the next commit; undefined for the first one, and where there are none. */
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

  /** @param number of a publication; `*`: any @throws Problem when another one is live */
  requireLive(number: string): void {
    const { publication } = this;
    if (number === '*' || number === (publication ?? NOTHING)) return;
    const live = publication === null ? 'Nothing is published' : `Publication ${publication} is live`;
    throw new Problem('precondition_failed', 'publication_replaced', `${live}: preview the data set again`);
  }

  /** Whether these are the entries that are live. */
  holds({ entries, contentHash }: DataSet): boolean {
    return contentHash !== null && contentHash === this.contentHash && entries === this.publishedEntries;
  }

  /** Whether a data set that differs so much is better written as a new generation: closing entries costs more than writing them. */
  takesNewGeneration(added: number, removed: number): boolean {
    const live = this.liveEntries;
    return added + removed > 2 * NEW_GENERATION * live || this.closedEntries + removed > live;
  }

  /** Makes a data set the published one. @param removed entries of the generation that it closes; undefined for a new one */
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
