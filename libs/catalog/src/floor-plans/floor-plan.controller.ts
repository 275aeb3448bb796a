import { Ctx, Operation, param, type RequestContext, Resource, ResourceController, returns } from '@app/platform/rest';
import { FloorPlan } from './floor-plan.aggregate.js';
import { DeleteFloorPlan } from './delete-floor-plan.command.js';
import { CreateFloorPlanDto, FloorPlanDto, SaveFloorPlanDto, UpdateFloorPlanDto } from './floor-plan.dto.js';

@Resource('assets/:asset/multifamily/floor-plans', { tag: 'Floor plans' })
export class FloorPlanController extends ResourceController({
  name: 'floor-plan',
  entity: FloorPlan,
  create: CreateFloorPlanDto,
  update: UpdateFloorPlanDto,
  batch: SaveFloorPlanDto,
  images: ['image', 'secondary_image'],
  descriptions: {
    list: 'Lists the layouts that units share. Each unit refers to one by its id.',
    view: 'Returns the bedrooms, bathrooms, label and images of one floor plan.',
    create: 'Adds a layout. Each unit needs one. Send images as `multipart/form-data`.',
    update:
      'Changes a layout or its images. Send a new image as a part of the form, or `delete` as the value of `image` to remove it.',
  },
  dto: FloorPlanDto,
  operations: { view: { permission: undefined } },
}) {
  @Operation('DELETE', ':floorPlan', {
    id: 'delete-floor-plan',
    description:
      'Deletes a floor plan that no unit uses, with its galleries, and returns it as it was. Assign its units to another floor plan first.',
    permission: 'floor-plans.delete',
    query: [param.dryRun('`1` returns the floor plan, and deletes nothing.')],
    returns: returns.one(FloorPlanDto),
    errors: { 409: { floor_plan_in_use: 'The floor plan is used by units' } },
    examples: { floorPlan: '5' },
  })
  override delete(@Ctx() context: RequestContext<'asset' | 'floorPlan', unknown, { dryRun?: boolean }>) {
    const { dryRun = false } = context.query;
    const view = this.viewQuery(context, context.ids.floorPlanId);
    return this.commands.execute(new DeleteFloorPlan(context.ids, view, dryRun));
  }
}
