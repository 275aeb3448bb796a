import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { CreateDescriptionGroupDto } from './description-group.dto.js';

/** A topic of unit descriptions; each unit has at most one description per group. */
@Entity({ schema: 'merchandising', name: 'description_group' })
export class DescriptionGroup extends AssetOwned {
  @Column('text') readonly name: string;

  constructor(assetId: string, fields: CreateDescriptionGroupDto) {
    super(assetId);
    this.revise(fields);
  }
}
