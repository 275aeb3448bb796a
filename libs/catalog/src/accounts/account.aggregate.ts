import { TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { AssetUnassigned } from './account.events.js';

/** A customer: groups assets, owns embeds, and limits the visibility of API keys. */
@Entity({ schema: 'catalog', name: 'account' })
@Index('account_archived', ['id'], { where: 'archived_at is not null' })
export class Account extends TimestampedAggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text')
  private name: string;

  /** null unless it is archived */
  @Column({ type: 'timestamptz', nullable: true, precision: 0 })
  archivedAt: Date | null = null;

  constructor(name: string) {
    super();
    this.name = name;
  }

  rename(name: string): void {
    this.name = name;
  }

  recordUnassigned(assetIds: readonly string[]): void {
    for (const assetId of assetIds) this.record(new AssetUnassigned(this.id, assetId));
  }
}
