import { assetRows } from '@app/platform/resources';

/** The images of a row in order; `alt` is absent without a text. */
export const imagesOf = (gallery: string): string =>
  `(select coalesce(json_agg(json_strip_nulls(json_build_object('url', :files || image.name, 'alt', nullif(image.alt, ''))) order by image.n), '[]')
  from unnest(${gallery}.images, ${gallery}.alts) with ordinality image (name, alt, n))`;

export const GALLERIES = assetRows(
  'merchandising.gallery',
  `gallery.name, ${imagesOf('gallery')} as images, gallery.floor_plan_id::text, gallery.unit_id::text, gallery.tour_url, gallery.video_url`,
);
