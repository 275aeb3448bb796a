import { AssetOwned } from '@app/platform/core';
import { Column, Entity } from 'typeorm';
import type { CreateMarkerDescriptionDto, MarkerPlace, UpdateMarkerDescriptionDto } from './marker-description.dto.js';

/** The content of a marker on the map. */
@Entity({ schema: 'merchandising', name: 'marker_description' })
export class MarkerDescription extends AssetOwned {
  static readonly references = { galleryId: 'merchandising.gallery', 'places.unit_map_id': 'mapping.unit_map_v1' };

  @Column('text') readonly name: string;
  @Column('bigint', { nullable: true }) readonly galleryId: string | null = null;
  @Column('text', { nullable: true }) readonly label: string | null = null;
  @Column('text', { nullable: true }) readonly description: string | null = null;
  @Column('text', { nullable: true }) readonly iframeSourceUrl: string | null = null;
  @Column('text', { nullable: true }) readonly outboundLinkUrl: string | null = null;
  @Column('jsonb', { default: () => `'[]'` }) private places: MarkerPlace[] = [];

  constructor(assetId: string, fields: CreateMarkerDescriptionDto) {
    super(assetId);
    this.revise(fields);
  }

  override revise({ places: sent, ...fields }: UpdateMarkerDescriptionDto): void {
    super.revise(fields);
    const places = (sent ?? this.places).map(inOrder);
    // jsonb does not preserve the order of members
    if (JSON.stringify(places) !== JSON.stringify(this.places.map(inOrder))) this.places = places;
  }
}

const inOrder = ({ unit_map_id, x, y }: MarkerPlace): MarkerPlace => ({ unit_map_id, x, y });
