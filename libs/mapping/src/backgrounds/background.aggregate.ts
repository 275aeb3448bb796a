import { AssetOwned, conflict } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';

/** An image that the viewer shows under the shapes of a map. */
@Entity({ schema: 'mapping', name: 'background' })
@Index('background_name', ['assetId', 'unitMapId', 'name'], { unique: true })
@Index('background_by_image', ['image'])
export class Background extends AssetOwned {
  @Column('bigint') readonly unitMapId: string;
  @Column('text') readonly name: string;
  /** name of a stored file */
  @Column('text') private image: string;
  /** Whether it is the sanitised source of the map, which replaces and deletes it. */
  @Column('boolean', { default: false }) readonly isDrawing: boolean;

  constructor(assetId: string, unitMapId: string, name: string, image: string, isDrawing = false) {
    super(assetId);
    this.unitMapId = unitMapId;
    this.name = name;
    this.image = image;
    this.isDrawing = isDrawing;
  }

  /** @returns whether anything changed */
  override revise({ name = this.name, image = this.image }: { name?: string; image?: string }): boolean {
    const changed = this.image !== image || this.name !== name;
    Object.assign(this, { name, image });
    return changed;
  }

  /** @throws Problem conflict for the drawing of the map, which only the map itself changes */
  requireOwn(): void {
    if (this.isDrawing) throw conflict('background_is_drawing', 'This background is the drawing of the map itself: replace the source of the map instead'); // oxfmt-ignore
  }
}
