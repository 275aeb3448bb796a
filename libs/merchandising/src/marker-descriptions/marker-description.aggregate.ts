import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { MarkerDescriptionFields, MarkerPlace } from './marker-description.dto.js';

/** What opens when a visitor touches a marker on the map. */
@Entity({ schema: 'merchandising', name: 'marker_description' })
export class MarkerDescription extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('bigint', { nullable: true }) private galleryId: string | null;
  @Column('text', { nullable: true }) private label: string | null;
  @Column('text', { nullable: true }) private description: string | null;
  @Column('text', { nullable: true }) private iframeSourceUrl: string | null;
  @Column('text', { nullable: true }) private outboundLinkUrl: string | null;
  @Column('jsonb', { default: () => `'[]'` }) private places: MarkerPlace[];

  constructor(assetId: string, fields: MarkerDescriptionFields) {
    super(assetId);
    this.name = fields.name;
    this.declare(fields);
  }

  /** True when that changes something. */
  declare(fields: Omit<MarkerDescriptionFields, 'name'>): boolean {
    const before = this.content;
    this.galleryId = fields.galleryId ?? null;
    this.label = fields.label ?? null;
    this.description = fields.description ?? null;
    this.iframeSourceUrl = fields.iframeSourceUrl ?? null;
    this.outboundLinkUrl = fields.outboundLinkUrl ?? null;
    this.places = (fields.places ?? []).map(({ unit_map_id, x, y }) => ({ unit_map_id, x, y }));
    return this.content !== before;
  }

  private get content(): string {
    const { galleryId, label, description, iframeSourceUrl, outboundLinkUrl, places } = this;
    const stands = places?.map(({ unit_map_id, x, y }) => [unit_map_id, x, y]);
    return JSON.stringify([galleryId, label, description, iframeSourceUrl, outboundLinkUrl, stands]);
  }
}
