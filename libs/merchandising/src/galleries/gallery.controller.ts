import { Ctx, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { ListResources, ViewResource } from '@app/platform/resources';
import { QueryBus } from '@nestjs/cqrs';
import { GalleryDto } from './gallery.dto.js';
import { GALLERIES } from './gallery.queries.js';

@Resource('assets/:asset/multifamily/galleries', {
  tag: 'Galleries',
  tables: { gallery: 'merchandising.gallery' },
  flag: 'gallery-resource',
})
export class GalleryController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-galleries',
    summary: 'List galleries',
    permission: 'galleries.read',
    returns: list(GalleryDto),
  })
  list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(GALLERIES, actor, ids.assetId, page, filesUrl));
  }

  @Operation('GET', ':gallery', { id: 'view-gallery', summary: 'View gallery', returns: one(GalleryDto) })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'gallery'>) {
    return this.queries.execute(new ViewResource(GALLERIES, actor, ids.assetId, ids.galleryId, filesUrl));
  }
}
