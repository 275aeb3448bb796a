import { AssetOwned } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';

/** What a tab of the viewer says of the units that it is assigned to. Written in sets, by SQL. */
@Entity({ schema: 'merchandising', name: 'description' })
@Index('description_of_group', ['assetId', 'groupId', 'id'], { unique: true })
export class Description extends AssetOwned {
  @Column('bigint') readonly groupId: string;
  @Column('text') readonly name: string;
  @Column('text') readonly label: string;
  @Column('text') readonly body: string;
  @Column('boolean') readonly isEnabled: boolean;
}
