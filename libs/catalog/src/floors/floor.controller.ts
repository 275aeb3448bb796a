import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Floor } from './floor.aggregate.js';
import { CreateFloorDto, FloorDto, UpdateFloorDto } from './floor.dto.js';
import { FLOORS } from './floor.queries.js';

@Resource('assets/:asset/multifamily/floors', { tag: 'Floors', tables: { floor: 'catalog.floor' } })
export class FloorController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-floors',
    summary: 'List floors',
    permission: 'floors.read',
    returns: list(FloorDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(FLOORS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-floor',
    summary: 'Create floor',
    permission: 'floors.create',
    body: json(CreateFloorDto),
    returns: one(FloorDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateFloorDto>) {
    const id = await this.commands.execute(new CreateResource(Floor, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(FLOORS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':floor', {
    id: 'view-floor',
    summary: 'View floor',
    permission: 'floors.read',
    returns: one(FloorDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'floor'>) {
    return this.queries.execute(new ViewResource(FLOORS, actor, ids.assetId, ids.floorId));
  }

  @Operation('PUT', ':floor', {
    id: 'update-floor',
    summary: 'Update floor',
    permission: 'floors.update',
    body: json(UpdateFloorDto),
    returns: one(FloorDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'floor', UpdateFloorDto>) {
    await this.commands.execute(new UpdateResource(Floor, ids.assetId, ids.floorId, body));
    return this.queries.execute(new ViewResource(FLOORS, actor, ids.assetId, ids.floorId));
  }
}
