import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { CreateUnitReferenceGroupDto } from './unit-reference-group.dto.js';

/** A third-party system with its own ids for the units of an asset. */
@Entity({ schema: 'reference', name: 'unit_reference_group' })
@Index('unit_reference_group_key', ['assetId', 'key'], { unique: true })
export class UnitReferenceGroup extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { nullable: true }) readonly description: string | null;
  @Column('text', { nullable: true }) readonly key: string | null;

  constructor(assetId: string, fields: CreateUnitReferenceGroupDto) {
    super(assetId);
    this.revise(fields);
  }
}
