import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { MarkerDescriptionFields, MarkerPlace } from './marker-description.dto.js';

/** The content of a marker on the map. */
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
    this.revise(fields);
  }

  override revise(fields: Omit<MarkerDescriptionFields, 'name'>): void {
    this.galleryId = fields.galleryId ?? null;
    this.label = fields.label ?? null;
    this.description = fields.description ?? null;
    this.iframeSourceUrl = fields.iframeSourceUrl ?? null;
    this.outboundLinkUrl = fields.outboundLinkUrl ?? null;
    const places = (fields.places ?? []).map(inOrder);
    // jsonb does not preserve the order of members
    if (JSON.stringify(places) !== JSON.stringify(this.places?.map(inOrder))) this.places = places;
  }
}

const inOrder = ({ unit_map_id, x, y }: MarkerPlace): MarkerPlace => ({ unit_map_id, x, y });
