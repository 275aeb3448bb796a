import { Ctx, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { GalleryDto } from './gallery.dto.js';
import { ListGalleries, ViewGallery } from './gallery.queries.js';

const FLAG = 'gallery-resource';

@Resource('assets/:asset/multifamily/galleries', { tag: 'Galleries', tables: { gallery: 'merchandising.gallery' } })
export class GalleryController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-galleries',
    summary: 'List galleries',
    permission: 'galleries.read',
    flag: FLAG,
    returns: list(GalleryDto),
  })
  list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset'>) {
    return this.queries.execute(new ListGalleries(actor, ids.assetId, page, filesUrl));
  }

  @Operation('GET', ':gallery', { id: 'view-gallery', summary: 'View gallery', flag: FLAG, returns: one(GalleryDto) })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'gallery'>) {
    return this.queries.execute(new ViewGallery(actor, ids, filesUrl));
  }
}
