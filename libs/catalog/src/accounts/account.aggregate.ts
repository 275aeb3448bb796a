import { TimestampedAggregate } from '@app/platform/core';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { AssetUnassigned } from './account.events.js';

/** A customer: groups assets, owns embeds, and is what a key is limited to. */
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

  /** These were assigned to it, and are no longer. */
  lose(assetIds: readonly string[]): void {
    for (const assetId of assetIds) this.record(new AssetUnassigned(this.id, assetId));
  }
}
