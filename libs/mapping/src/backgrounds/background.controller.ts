import { Call, list, one, Operation, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { BackgroundDto } from './background.dto.js';
import { ListBackgrounds, ViewBackground } from './background.queries.js';

@Resource('assets/:asset/multifamily/maps/:map/backgrounds', {
  tag: 'Backgrounds',
  places: { map: 'mapping.unit_map', background: { table: 'mapping.background', under: ['asset'] } },
})
export class BackgroundController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'list-backgrounds',
    summary: 'List backgrounds',
    permission: 'unit-maps.read',
    returns: list(BackgroundDto),
  })
  list(@Call() { scope, page, files }: Call) {
    return this.queries.execute(new ListBackgrounds(scope, page, files));
  }

  @Operation('GET', ':background', {
    id: 'view-background',
    summary: 'View background',
    permission: 'unit-maps.read',
    returns: one(BackgroundDto),
  })
  view(@Call() { scope, files }: Call) {
    return this.queries.execute(new ViewBackground(scope, files));
  }
}
