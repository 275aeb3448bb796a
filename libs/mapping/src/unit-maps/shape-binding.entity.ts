import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The unit that a person assigned to a shape. It holds as long as the map has the shape in the same place. */
@Entity({ schema: 'mapping', name: 'shape_binding' })
@Index('shape_binding_by_unit', ['assetId', 'unitId'])
export class ShapeBinding {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly unitMapId: string;
  @PrimaryColumn('text') readonly shapeId: string;
  @Column('double precision') readonly x: number;
  @Column('double precision') readonly y: number;
  @Column('bigint') readonly unitId: string;
}
