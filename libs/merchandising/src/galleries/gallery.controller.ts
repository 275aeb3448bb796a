import { Resource, ResourceController } from '@app/platform/rest';
import { Gallery } from './gallery.aggregate.js';
import { CreateGalleryDto, GalleryDto, UpdateGalleryDto } from './gallery.dto.js';
import { GALLERIES } from './gallery.queries.js';

const of = (action: string) => ({ permission: `manage.galleries.${action}`, extension: true });

@Resource('assets/:asset/multifamily/galleries', { tag: 'Galleries', flag: 'gallery-resource' })
export class GalleryController extends ResourceController({
  name: 'gallery',
  plural: 'galleries',
  entity: Gallery,
  deletesUnused: true,
  create: CreateGalleryDto,
  update: UpdateGalleryDto,
  images: ['image'],
  descriptions: {
    list: 'Lists the galleries that marker descriptions refer to, and those of floor plans and units.',
    view: 'Returns one gallery with the URLs of its images.',
    create:
      'Adds a gallery, of a floor plan or a unit if it names one. Send its first image as the part `image` of a form, and each further one with Update gallery.',
    update:
      'Changes the fields of a gallery, or its images: `image`, a part of the form, is appended; `images` lists the URLs of those that stay, in their new order.',
  },
  dto: GalleryDto,
  rows: GALLERIES,
  operations: { view: { permission: undefined }, create: of('create'), update: of('update'), delete: of('delete') },
}) {}
