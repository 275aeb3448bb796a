import { ReadController, Resource } from '@app/platform/rest';
import { GalleryDto } from './gallery.dto.js';
import { GALLERIES } from './gallery.queries.js';

@Resource('assets/:asset/multifamily/galleries', {
  tag: 'Galleries',
  tables: { gallery: 'merchandising.gallery' },
  flag: 'gallery-resource',
})
export class GalleryController extends ReadController({
  name: 'gallery',
  plural: 'galleries',
  descriptions: {
    list: 'Lists the galleries that marker descriptions refer to.',
    view: 'Returns one gallery with the URLs of its images.',
  },
  dto: GalleryDto,
  rows: GALLERIES,
  operations: { view: { permission: undefined } },
}) {}
