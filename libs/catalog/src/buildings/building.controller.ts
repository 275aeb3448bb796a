import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateBuilding, UpdateBuilding } from './building.commands.js';
import { BuildingDto, CreateBuildingDto, UpdateBuildingDto } from './building.dto.js';
import { ListBuildings, ViewBuilding } from './building.queries.js';

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
    return this.queries.execute(new ListBuildings(actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-building',
    summary: 'Create building',
    permission: 'buildings.create',
    body: json(CreateBuildingDto),
    returns: one(BuildingDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateBuildingDto>) {
    const id = await this.commands.execute(new CreateBuilding(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewBuilding(actor, { ...ids, buildingId: id })));
  }

  @Operation('GET', ':building', {
    id: 'view-building',
    summary: 'View building',
    permission: 'buildings.read',
    returns: one(BuildingDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'building'>) {
    return this.queries.execute(new ViewBuilding(actor, ids));
  }

  @Operation('PUT', ':building', {
    id: 'update-building',
    summary: 'Update building',
    permission: 'buildings.update',
    body: json(UpdateBuildingDto),
    returns: one(BuildingDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'building', UpdateBuildingDto>) {
    await this.commands.execute(new UpdateBuilding(ids, body));
    return this.queries.execute(new ViewBuilding(actor, ids));
  }
}
