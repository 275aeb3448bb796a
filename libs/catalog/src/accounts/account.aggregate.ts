import { TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { AssetUnassigned } from './account.events.js';

/** A customer: groups assets, owns embeds, and limits the visibility of API keys. */
@Entity({ schema: 'catalog', name: 'account' })
export class Account extends TimestampedAggregate {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id: string;

  @Column('text')
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  recordUnassigned(assetIds: readonly string[]): void {
    for (const assetId of assetIds) this.record(new AssetUnassigned(this.id, assetId));
  }
}
