import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BOUND_BY, type BoundBy, type Reason, REASONS } from '../drawings/drawing.js';

/** A shape of a map with its labels and its unit. Its geometry is in the map's file. */
@Entity({ schema: 'mapping', name: 'unit_map_shape' })
@Index('unit_map_shape_by_unit', ['assetId', 'unitId'])
export class UnitMapShape {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly unitMapId: string;
  /** from 0, in the order of the drawing */
  @PrimaryColumn('integer') readonly position: number;
  @Column('text') readonly shapeId: string;
  @Column('text', { array: true }) readonly names: string[];
  @Column('text', { array: true }) readonly texts: string[];
  /** position of its label */
  @Column('double precision') readonly x: number;
  @Column('double precision') readonly y: number;
  /** position of the smallest shape around it */
  @Column('integer', { nullable: true }) readonly inside: number | null;
  /** whether it is as small as a label */
  @Column('boolean') readonly isMark: boolean;
  @Column('bigint', { nullable: true }) readonly unitId: string | null;
  @Column({ type: 'text', nullable: true, enum: [...BOUND_BY] }) readonly boundBy: BoundBy | null;
  /** why the shape has no unit */
  @Column({ type: 'text', nullable: true, enum: [...REASONS] }) readonly reason: Reason | null;
}
