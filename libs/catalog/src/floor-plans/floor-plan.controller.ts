import { Ctx, images, json, list, multipart, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FloorPlan } from './floor-plan.aggregate.js';
import { DeleteFloorPlan } from './delete-floor-plan.command.js';
import { CreateFloorPlanDto, FloorPlanDto, UpdateFloorPlanDto } from './floor-plan.dto.js';
import { FLOOR_PLANS } from './floor-plan.queries.js';

const IMAGES = images('image', 'secondary_image');

@Resource('assets/:asset/multifamily/floor-plans', { tag: 'Floor plans', tables: { floorPlan: 'catalog.floor_plan' } })
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
  list(@Ctx() { actor, ids, page, filesUrl }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(FLOOR_PLANS, actor, ids.assetId, page, filesUrl));
  }

  @Operation('POST', '', {
    id: 'create-floor-plan',
    summary: 'Create floor plan',
    permission: 'floor-plans.create',
    body: multipart(json(CreateFloorPlanDto), IMAGES),
    returns: one(FloorPlanDto),
  })
  async create(@Ctx() { actor, ids, body, created, filesUrl }: RequestContext<'asset', CreateFloorPlanDto>) {
    const id = await this.commands.execute(new CreateResource(FloorPlan, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(FLOOR_PLANS, actor, ids.assetId, id, filesUrl)));
  }

  @Operation('GET', ':floorPlan', { id: 'view-floor-plan', summary: 'View floor plan', returns: one(FloorPlanDto) })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'floorPlan'>) {
    return this.queries.execute(new ViewResource(FLOOR_PLANS, actor, ids.assetId, ids.floorPlanId, filesUrl));
  }

  @Operation('PUT', ':floorPlan', {
    id: 'update-floor-plan',
    summary: 'Update floor plan',
    permission: 'floor-plans.update',
    body: multipart(json(UpdateFloorPlanDto), IMAGES),
    returns: one(FloorPlanDto),
  })
  async update(@Ctx() { actor, ids, body, filesUrl }: RequestContext<'asset' | 'floorPlan', UpdateFloorPlanDto>) {
    await this.commands.execute(new UpdateResource(FloorPlan, ids.assetId, ids.floorPlanId, body));
    return this.queries.execute(new ViewResource(FLOOR_PLANS, actor, ids.assetId, ids.floorPlanId, filesUrl));
  }

  @Operation('DELETE', ':floorPlan', {
    id: 'delete-floor-plan',
    summary: 'Delete floor plan',
    permission: 'floor-plans.delete',
    returns: one(FloorPlanDto),
    errors: { 409: { floor_plan_in_use: 'The floor plan is used by units' } },
    examples: { floorPlan: '6' },
  })
  async delete(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'floorPlan'>) {
    const deleted = await this.queries.execute(
      new ViewResource(FLOOR_PLANS, actor, ids.assetId, ids.floorPlanId, filesUrl),
    );
    await this.commands.execute(new DeleteFloorPlan(ids));
    return deleted;
  }
}
