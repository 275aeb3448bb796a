import { body, Ctx, Operation, param, type RequestContext, Resource, returns, rulesOf } from '@app/platform/rest';
import { CreateResource, DeleteResource, referencesIn, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Unit } from './unit.aggregate.js';
import { CreateUnitDto, UnitDto, UpdateUnitDto } from './unit.dto.js';
import { ListUnits, type UnitFilter, UNITS } from './unit.queries.js';

const IMAGES = body.images('view_image', 'secondary_view_image');
const RULES = rulesOf(CreateUnitDto);

@Resource('assets/:asset/multifamily/units', { tag: 'Units', tables: { unit: 'catalog.unit' } })
export class UnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-units',
    description:
      'Lists the units of an asset: all, or those of a number, building, floor or floor plan, or those changed since a time. For their prices, use List pricing units.',
    permission: 'units.read',
    query: [
      param.text('unit-number', 255, 'Only units of exactly this number.', '101'),
      param.id('building', 'Only units of this building.'),
      param.id('floor', 'Only units of this floor.'),
      param.id('floor-plan', 'Only units of this floor plan.'),
      param.instant(
        'updated-since',
        'Only units updated at this time or later. To poll, ask from five minutes before your previous request: a change has the time at which its transaction began.',
      ),
    ],
    returns: returns.list(UnitDto),
  })
  list(@Ctx() { actor, ids, page, query, filesUrl }: RequestContext<'asset', undefined, UnitFilter>) {
    return this.queries.execute(new ListUnits(actor, ids.assetId, query, page, filesUrl));
  }

  @Operation('POST', '', {
    id: 'create-unit',
    description:
      'Adds a unit to a building, a floor and a floor plan, which must exist. Maps match the unit to a shape by its `unit_number`.',
    permission: 'units.create',
    body: body.multipart(body.json(CreateUnitDto), IMAGES),
    references: (sent) => referencesIn(Unit, sent),
    returns: returns.one(UnitDto),
  })
  async create(@Ctx() { actor, ids, body, created, filesUrl }: RequestContext<'asset', CreateUnitDto>) {
    const id = await this.commands.execute(new CreateResource(Unit, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(UNITS, actor, ids, id, filesUrl)));
  }

  @Operation('GET', ':unit', {
    id: 'view-unit',
    description: 'Returns the building, floor, floor plan, area and images of one unit.',
    permission: 'units.read',
    returns: returns.one(UnitDto),
  })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'unit'>) {
    return this.queries.execute(new ViewResource(UNITS, actor, ids, ids.unitId, filesUrl));
  }

  @Operation('PUT', ':unit', {
    id: 'update-unit',
    description:
      'Changes a unit. Send a new image as a part of the form, or `delete` as the value of `view_image` to remove it.',
    permission: 'units.update',
    body: body.multipart(body.json(UpdateUnitDto), IMAGES),
    references: (sent) => referencesIn(Unit, sent),
    returns: returns.one(UnitDto),
  })
  async update(@Ctx() { actor, ids, body, filesUrl }: RequestContext<'asset' | 'unit', UpdateUnitDto>) {
    await this.commands.execute(new UpdateResource(Unit, ids.assetId, ids.unitId, body, RULES));
    return this.queries.execute(new ViewResource(UNITS, actor, ids, ids.unitId, filesUrl));
  }

  @Operation('DELETE', ':unit', {
    id: 'delete-unit',
    description:
      'Deletes a unit with everything that belongs to it, such as its prices and references, and returns it as it was. This cannot be undone.',
    permission: 'units.delete',
    returns: returns.one(UnitDto),
    errors: { 409: { conflict: 'Something that is stored needs the unit' } },
    examples: { unit: '160' },
  })
  delete(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset' | 'unit'>) {
    const view = new ViewResource(UNITS, actor, ids, ids.unitId, filesUrl);
    return this.commands.execute(new DeleteResource(Unit, ids.assetId, ids.unitId, view));
  }
}
