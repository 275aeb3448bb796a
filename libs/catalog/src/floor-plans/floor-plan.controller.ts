import { Call, create, images, list, multipart, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateFloorPlan, DeleteFloorPlan, UpdateFloorPlan } from './floor-plan.commands.js';
import { type FloorPlanChanges, FloorPlanDto, FloorPlanUpdateDto, type NewFloorPlan } from './floor-plan.dto.js';
import { ListFloorPlans, ViewFloorPlan } from './floor-plan.queries.js';

const IMAGES = images('image', 'secondary_image');

@Resource('assets/:asset/multifamily/floor-plans', { tag: 'Floor plans', places: { floorPlan: 'catalog.floor_plan' } })
export class FloorPlanController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-floor-plans',
    summary: 'List floor plans',
    permission: 'floor-plans.read',
    returns: list(FloorPlanDto),
  })
  list(@Call() { scope, page, files }: Call) {
    return this.queries.execute(new ListFloorPlans(scope, page, files));
  }

  @Operation('POST', '', {
    id: 'create-floor-plan',
    summary: 'Create floor plan',
    permission: 'floor-plans.create',
    body: multipart(create(FloorPlanDto), IMAGES),
    returns: one(FloorPlanDto),
  })
  async create(@Call() { scope, body, created, files }: Call<NewFloorPlan>) {
    const id = await this.commands.execute(new CreateFloorPlan(scope, body));
    return created(id, await this.queries.execute(new ViewFloorPlan(scope, files, id)));
  }

  @Operation('GET', ':floorPlan', { id: 'view-floor-plan', summary: 'View floor plan', returns: one(FloorPlanDto) })
  view(@Call() { scope, files }: Call) {
    return this.queries.execute(new ViewFloorPlan(scope, files));
  }

  @Operation('PUT', ':floorPlan', {
    id: 'update-floor-plan',
    summary: 'Update floor plan',
    permission: 'floor-plans.update',
    body: multipart(update(FloorPlanUpdateDto), IMAGES),
    returns: one(FloorPlanDto),
  })
  async update(@Call() { scope, body, files }: Call<FloorPlanChanges>) {
    await this.commands.execute(new UpdateFloorPlan(scope, body));
    return this.queries.execute(new ViewFloorPlan(scope, files));
  }

  @Operation('DELETE', ':floorPlan', {
    id: 'delete-floor-plan',
    summary: 'Delete floor plan',
    permission: 'floor-plans.delete',
    returns: one(FloorPlanDto),
    conflicts: true,
  })
  async delete(@Call() { scope, files }: Call) {
    const deleted = await this.queries.execute(new ViewFloorPlan(scope, files));
    await this.commands.execute(new DeleteFloorPlan(scope));
    return deleted;
  }
}
