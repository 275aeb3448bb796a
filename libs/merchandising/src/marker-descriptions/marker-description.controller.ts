import { Ctx, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { ListResources, ViewResource } from '@app/platform/resources';
import { QueryBus } from '@nestjs/cqrs';
import { MarkerDescriptionDto } from './marker-description.dto.js';
import { MARKER_DESCRIPTIONS } from './marker-description.queries.js';

@Resource('assets/:asset/multifamily/marker-descriptions', {
  tag: 'Marker descriptions',
  tables: { markerDescription: 'merchandising.marker_description' },
  flag: 'marker-descriptions-resource',
})
export class MarkerDescriptionController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-marker-descriptions',
    summary: 'List marker descriptions',
    permission: 'marker-descriptions.read',
    returns: list(MarkerDescriptionDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(MARKER_DESCRIPTIONS, actor, ids.assetId, page));
  }

  @Operation('GET', ':markerDescription', {
    id: 'view-marker-description',
    summary: 'View marker description',
    permission: 'marker-descriptions.read',
    returns: one(MarkerDescriptionDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'markerDescription'>) {
    return this.queries.execute(new ViewResource(MARKER_DESCRIPTIONS, actor, ids.assetId, ids.markerDescriptionId));
  }
}
