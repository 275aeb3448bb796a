import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Building } from './building.aggregate.js';
import { BuildingDto, CreateBuildingDto, UpdateBuildingDto } from './building.dto.js';
import { BUILDINGS } from './building.queries.js';

@Resource('assets/:asset/multifamily/buildings', { tag: 'Buildings', tables: { building: 'catalog.building' } })
export class BuildingController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-buildings',
    summary: 'List buildings',
    permission: 'buildings.read',
    returns: list(BuildingDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(BUILDINGS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-building',
    summary: 'Create building',
    permission: 'buildings.create',
    body: json(CreateBuildingDto),
    returns: one(BuildingDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateBuildingDto>) {
    const id = await this.commands.execute(new CreateResource(Building, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(BUILDINGS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':building', {
    id: 'view-building',
    summary: 'View building',
    permission: 'buildings.read',
    returns: one(BuildingDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'building'>) {
    return this.queries.execute(new ViewResource(BUILDINGS, actor, ids.assetId, ids.buildingId));
  }

  @Operation('PUT', ':building', {
    id: 'update-building',
    summary: 'Update building',
    permission: 'buildings.update',
    body: json(UpdateBuildingDto),
    returns: one(BuildingDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'building', UpdateBuildingDto>) {
    await this.commands.execute(new UpdateResource(Building, ids.assetId, ids.buildingId, body));
    return this.queries.execute(new ViewResource(BUILDINGS, actor, ids.assetId, ids.buildingId));
  }
}
