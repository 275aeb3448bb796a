import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { BackgroundDto } from './background.dto.js';
import { ListBackgrounds, ViewBackground } from './background.queries.js';

@Resource('assets/:asset/multifamily/maps/:map/backgrounds', {
  tag: 'Backgrounds',
  tables: { map: 'mapping.unit_map', background: { table: 'mapping.background', parents: ['asset'] } },
})
export class BackgroundController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-backgrounds',
    description: 'Lists the images behind the shapes of a unit map.',
    permission: 'unit-maps.read',
    returns: returns.list(BackgroundDto),
  })
  list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset' | 'map', undefined>) {
    return this.queries.execute(new ListBackgrounds(actor, ids, page, filesUrl));
  }

  @Operation('GET', ':background', {
    id: 'view-background',
    description: 'Returns one background with the URL of its image.',
    permission: 'unit-maps.read',
    returns: returns.one(BackgroundDto),
  })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'map' | 'background'>) {
    return this.queries.execute(new ViewBackground(actor, ids, filesUrl));
  }
}
