import { assetRows } from '@app/platform/resources';

const IMAGES = `(select coalesce(json_agg(json_build_object('url', :files || image.name) order by image.n), '[]')
  from unnest(gallery.images) with ordinality image (name, n))`;

export const GALLERIES = assetRows('merchandising.gallery', `gallery.name, ${IMAGES} as images`);
