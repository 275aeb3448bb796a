import { assetRows } from '@app/platform/resources';

export const MARKER_DESCRIPTIONS = assetRows(
  'merchandising.marker_description',
  `marker_description.gallery_id::text, marker_description.name, marker_description.label, marker_description.description,
    marker_description.iframe_source_url, marker_description.outbound_link_url, marker_description.places`,
);
