import { Call, create, list, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFloor, UpdateFloor } from './floor.commands.js';
import { type FloorChanges, FloorDto, type NewFloor } from './floor.dto.js';
import { ListFloors, ViewFloor } from './floor.queries.js';

@Resource('assets/:asset/multifamily/floors', { tag: 'Floors', places: { floor: 'catalog.floor' } })
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
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListFloors(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-floor',
    summary: 'Create floor',
    permission: 'floors.create',
    body: create(FloorDto),
    returns: one(FloorDto),
  })
  async create(@Call() { scope, body, created }: Call<NewFloor>) {
    const id = await this.commands.execute(new CreateFloor(scope, body));
    return created(id, await this.queries.execute(new ViewFloor(scope, id)));
  }

  @Operation('GET', ':floor', {
    id: 'view-floor',
    summary: 'View floor',
    permission: 'floors.read',
    returns: one(FloorDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewFloor(scope));
  }

  @Operation('PUT', ':floor', {
    id: 'update-floor',
    summary: 'Update floor',
    permission: 'floors.update',
    body: update(FloorDto),
    returns: one(FloorDto),
  })
  async update(@Call() { scope, body }: Call<FloorChanges>) {
    await this.commands.execute(new UpdateFloor(scope, body));
    return this.queries.execute(new ViewFloor(scope));
  }
}
