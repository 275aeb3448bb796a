import { AssetOwned } from '@app/kernel';
import { Column, Entity } from 'typeorm';

/** test/contract/spec.md, Unit map */
export const STYLES = ['a', 'a.1', 'a.2', 'b', 'c', 'd', 'e', 'f.1', 'f.2', 'f.3', 'g.1', 'g.2', 'h', 'x'] as const;
export type Style = (typeof STYLES)[number];

/** A drawing of a property, or of a part of it, on which units can be found. */
@Entity({ schema: 'mapping', name: 'unit_map' })
export class UnitMap extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('text', { array: true, default: () => `'{}'` }) readonly tags: string[] = [];
  @Column('text') readonly style: Style;
  @Column('boolean', { default: false }) readonly isDimensionLocked: boolean = false;

  /** names of stored files: the compiled map, and what it was made of */
  @Column('text', { nullable: true }) private readonly file: string | null = null;
  @Column('text', { nullable: true }) private readonly source: string | null = null;

  constructor(assetId: string, { name, tags, style }: { name: string; tags: string[]; style: Style }) {
    super(assetId);
    this.name = name;
    this.tags = tags;
    this.style = style;
  }
}
