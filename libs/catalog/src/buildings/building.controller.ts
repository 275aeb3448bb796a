import { Call, create, list, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateBuilding, UpdateBuilding } from './building.commands.js';
import { type BuildingChanges, BuildingDto, type NewBuilding } from './building.dto.js';
import { ListBuildings, ViewBuilding } from './building.queries.js';

@Resource('assets/:asset/multifamily/buildings', { tag: 'Buildings', places: { building: 'catalog.building' } })
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
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListBuildings(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-building',
    summary: 'Create building',
    permission: 'buildings.create',
    body: create(BuildingDto),
    returns: one(BuildingDto),
  })
  async create(@Call() { scope, body, created }: Call<NewBuilding>) {
    const id = await this.commands.execute(new CreateBuilding(scope, body));
    return created(id, await this.queries.execute(new ViewBuilding(scope, id)));
  }

  @Operation('GET', ':building', {
    id: 'view-building',
    summary: 'View building',
    permission: 'buildings.read',
    returns: one(BuildingDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewBuilding(scope));
  }

  @Operation('PUT', ':building', {
    id: 'update-building',
    summary: 'Update building',
    permission: 'buildings.update',
    body: update(BuildingDto),
    returns: one(BuildingDto),
  })
  async update(@Call() { scope, body }: Call<BuildingChanges>) {
    await this.commands.execute(new UpdateBuilding(scope, body));
    return this.queries.execute(new ViewBuilding(scope));
  }
}
