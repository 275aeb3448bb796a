import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { CreateDescriptionDto } from './description.dto.js';

/** The content of a viewer tab for the units that it is assigned to. */
@Entity({ schema: 'merchandising', name: 'description' })
@Index('description_of_group', ['assetId', 'groupId', 'id'], { unique: true })
export class Description extends AssetOwned {
  @Column('bigint') readonly groupId: string;
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;
  @Column('text') readonly body: string;
  @Column('boolean') readonly isEnabled: boolean;

  constructor(assetId: string, { groupId, ...fields }: CreateDescriptionDto & { groupId: string }) {
    super(assetId);
    this.groupId = groupId;
    this.revise(fields);
  }
}
