import { Ctx, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { MarkerDescriptionDto } from './marker-description.dto.js';
import { ListMarkerDescriptions, ViewMarkerDescription } from './marker-description.queries.js';

const FLAG = 'marker-descriptions-resource';

@Resource('assets/:asset/multifamily/marker-descriptions', {
  tag: 'Marker descriptions',
  tables: { markerDescription: 'merchandising.marker_description' },
})
export class MarkerDescriptionController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-marker-descriptions',
    summary: 'List marker descriptions',
    permission: 'marker-descriptions.read',
    flag: FLAG,
    returns: list(MarkerDescriptionDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListMarkerDescriptions(actor, ids.assetId, page));
  }

  @Operation('GET', ':markerDescription', {
    id: 'view-marker-description',
    summary: 'View marker description',
    permission: 'marker-descriptions.read',
    flag: FLAG,
    returns: one(MarkerDescriptionDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'markerDescription'>) {
    return this.queries.execute(new ViewMarkerDescription(actor, ids));
  }
}
