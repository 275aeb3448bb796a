import { AssetOwned, invalid } from '@app/platform/core';
import { applyFileChange } from '@app/platform/files';
import { Column, Entity, Index } from 'typeorm';
import { MAX_CHANGED_LABEL_LENGTH, type UpdateFloorPlanDto, type CreateFloorPlanDto } from './floor-plan.dto.js';

/** A layout shared by several units. */
@Entity({ schema: 'catalog', name: 'floor_plan' })
@Index('floor_plan_by_image', ['image'], { where: 'image is not null' })
@Index('floor_plan_by_secondary_image', ['secondaryImage'], { where: 'secondary_image is not null' })
export class FloorPlan extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('integer') readonly bedroomCount: number;
  @Column('double precision') readonly bathroomCount: number;
  @Column('text') readonly filterLabel: string;

  /** names of stored files */
  @Column('text', { nullable: true }) private image: string | null = null;
  @Column('text', { nullable: true }) private secondaryImage: string | null = null;

  constructor(assetId: string, fields: CreateFloorPlanDto) {
    super(assetId);
    this.assign(fields);
  }

  /** @throws Problem invalid for a new label that is too long; an existing longer one may stay */
  override revise(changes: UpdateFloorPlanDto): void {
    const { filterLabel = this.filterLabel } = changes;
    if (filterLabel !== this.filterLabel && [...filterLabel].length > MAX_CHANGED_LABEL_LENGTH)
      throw invalid({ filter_label: [`must be at most ${MAX_CHANGED_LABEL_LENGTH} characters`] });
    this.assign(changes);
  }

  private assign({ image, secondaryImage, ...fields }: UpdateFloorPlanDto): void {
    super.revise(fields);
    this.image = applyFileChange(this.image, image);
    this.secondaryImage = applyFileChange(this.secondaryImage, secondaryImage);
  }
}
