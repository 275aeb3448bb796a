import { AssetOwned, omitUndefined } from '@app/platform/core';
import { Column, Entity, Index } from 'typeorm';
import type { Stray } from '../drawings/drawing.js';
import { UnitMapsChanged } from './unit-map.events.js';

/** docs/contract/specification.md, Unit map */
export const STYLES = ['a', 'a.1', 'a.2', 'b', 'c', 'd', 'e', 'f.1', 'f.2', 'f.3', 'g.1', 'g.2', 'h', 'x'] as const;
export type Style = (typeof STYLES)[number];

/** How the viewer shows the backgrounds of a map: drawings in pale grey, pictures such as rendered site plans as they are. */
export const BACKGROUND_TONES = ['pale', 'natural'] as const;
export type BackgroundTone = (typeof BACKGROUND_TONES)[number];

export interface UnitMapFields {
  name: string;
  tags?: string[];
  style: Style;
  isDimensionLocked?: boolean;
  buildingId?: string | null;
  backgroundTone?: BackgroundTone;
}

/** The compiled map: names of its files and the key of its shapes. */
interface CompiledMap {
  file: string;
  geojson: string;
  /** changes with the shapes, but not with their units */
  shapesKey: string;
  strayLabels: readonly Stray[];
}

/** A drawing of an asset or of a part of it, with the areas of units. */
@Entity({ schema: 'mapping', name: 'unit_map' })
@Index('unit_map_by_building', ['assetId', 'buildingId'])
@Index('unit_map_by_file', ['file'], { where: 'file is not null' })
@Index('unit_map_by_geojson', ['geojson'], { where: 'geojson is not null' })
@Index('unit_map_by_source', ['source'], { where: 'source is not null' })
export class UnitMap extends AssetOwned {
  static readonly parts = ['mapping.background'];
  static readonly references = { buildingId: 'catalog.building_v1' };

  @Column('text') readonly name: string;
  @Column('text', { array: true, default: () => `'{}'` }) readonly tags: string[];
  @Column({ type: 'text', enum: STYLES }) readonly style: Style;
  @Column('boolean', { default: false }) readonly isDimensionLocked: boolean;
  /** the only building whose units it shows */
  @Column('bigint', { nullable: true }) readonly buildingId: string | null;
  @Column({ type: 'text', enum: BACKGROUND_TONES, default: 'pale' }) readonly backgroundTone: BackgroundTone;

  /** names of stored files: compiled map, GeoJSON and source */
  @Column('text', { nullable: true }) readonly file: string | null = null;
  @Column('text', { nullable: true }) readonly geojson: string | null = null;
  @Column('text', { nullable: true }) readonly source: string | null = null;

  /** Whether the compiled map was uploaded; then a new source does not replace it. */
  @Column('boolean', { default: false }) readonly isFileUploaded: boolean = false;
  @Column('text', { nullable: true }) readonly shapesKey: string | null = null;
  /** labels of the drawing that belong to no shape */
  @Column('jsonb', { default: () => `'[]'` }) readonly strayLabels: readonly Stray[] = [];
  /** Fingerprint of the units and maps that its bindings are based on (unit-matcher.ts); null before the first binding. */
  @Column('text', { nullable: true }) readonly bindingFingerprint: string | null = null;

  constructor(assetId: string, fields: Partial<UnitMapFields>) {
    super(assetId);
    Object.assign(this, { tags: [], isDimensionLocked: false, buildingId: null, backgroundTone: 'pale' });
    Object.assign(this, ownOf(fields));
  }

  override revise(fields: Partial<UnitMapFields>): void {
    Object.assign(this, ownOf(fields));
    this.changed();
  }

  /** Whether the fields, apart from those left out, are unchanged. */
  has(fields: UnitMapFields): boolean {
    return Object.entries(ownOf(fields)).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(this[name as keyof UnitMapFields]),
    );
  }

  /** Sets the source. */
  setSource(source: string): void {
    Object.assign(this, { source });
    this.changed();
  }

  /** @param compiled undefined when the source cannot be compiled @param isUploaded whether the compiled map was uploaded */
  compile(compiled: CompiledMap | undefined, isUploaded: boolean): void {
    const { file = null, geojson = null, shapesKey = null, strayLabels = [] } = compiled ?? {};
    Object.assign(this, {
      file,
      geojson,
      shapesKey,
      strayLabels,
      isFileUploaded: isUploaded,
      bindingFingerprint: null,
    });
    this.changed();
  }

  /** Replaces the files after the units of the shapes changed. */
  rebind({ file, geojson }: Pick<CompiledMap, 'file' | 'geojson'>): void {
    Object.assign(this, { file, geojson });
    this.changed();
  }

  remove(): void {
    this.changed();
  }

  /** Whether the map already has these files. */
  isMadeOf(source: string | undefined, shapesKey: string | undefined): boolean {
    return (
      (source === undefined || source === this.source) && (shapesKey === undefined || shapesKey === this.shapesKey)
    );
  }

  private changed(): void {
    this.record(new UnitMapsChanged(this.assetId));
  }
}

const ownOf = ({ name, tags, style, isDimensionLocked, buildingId, backgroundTone }: Partial<UnitMapFields>) =>
  omitUndefined({ name, tags, style, isDimensionLocked, buildingId, backgroundTone });
