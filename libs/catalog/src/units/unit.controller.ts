import { isPositionIn, type Sort } from '@app/platform/persistence';
import { Inject } from '@nestjs/common';
import {
  BATCH_DESCRIPTION,
  batchOptions,
  body,
  Ctx,
  DRY_RUN,
  Operation,
  param,
  type RequestContext,
  Resource,
  ResourceController,
  returns,
  SAVED_BATCH,
} from '@app/platform/rest';
import { type BatchQuery, MATCH_UNITS, matchOf } from './unit-match.dto.js';
import { Unit } from './unit.aggregate.js';
import { UNIT_PARTS, UnitParts, type UnitShape } from './unit-parts.js';
import { SaveUnits } from './save-units.command.js';
import { CreateUnitDto, SaveUnitDto, UnitDto, UpdateUnitDto, UNIT_FIELDS } from './unit.dto.js';
import { ListUnits, UNIT_SORTS, type UnitFilter, UNITS } from './unit.queries.js';

/** Queries of a list that the client can shape. */
interface ListedUnits extends UnitFilter, UnitShape {
  sort?: Sort;
}

const SHAPE = [
  param.names(
    'include',
    UNIT_PARTS,
    'What to return with each unit. A part needs the permission to read it. An unknown name is an error.',
    'floor_plan,references',
  ),
  param.names(
    'fields',
    Object.fromEntries(UNIT_FIELDS.map((name) => [name, undefined])),
    'Only these fields of the unit, beside those of `include`; default: all. The response then lacks the others, also those that its schema requires. An unknown name is an error.',
    'id,unit_number,area',
  ),
];

@Resource('assets/:asset/multifamily/units', { tag: 'Units' })
export class UnitController extends ResourceController({
  name: 'unit',
  entity: Unit,
  create: CreateUnitDto,
  update: UpdateUnitDto,
  dto: UnitDto,
  rows: UNITS,
  images: ['view_image', 'secondary_view_image'],
  descriptions: {
    create:
      'Adds a unit to a building, a floor and a floor plan, which must exist. Maps match the unit to a shape by its `unit_number`.',
    update:
      'Changes a unit. Send a new image as a part of the form, or `delete` as the value of `view_image` to remove it.',
  },
  deletes:
    'Deletes a unit with everything that belongs to it, such as its prices and references, and returns it as it was. This cannot be undone.',
  operations: {
    delete: {
      errors: { 409: { conflict: 'Something that is stored needs the unit' } },
      examples: { unit: '160' },
    },
  },
}) {
  @Inject(UnitParts) private readonly parts: UnitParts;

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
      ...SHAPE,
      param.sort(UNIT_SORTS),
    ],
    returns: returns.list(UnitDto),
    isPosition: (text, { sort }) => isPositionIn(sort as Sort | undefined, text),
  })
  override async list(@Ctx() { actor, ids, page, query, filesUrl }: RequestContext<'asset', unknown, ListedUnits>) {
    const { sort, include, fields, ...filter } = query;
    const units = await this.queries.execute(new ListUnits(actor, ids.assetId, filter, page, filesUrl, sort));
    return this.parts.ofPage(units, ids.assetId, { include, fields }, filesUrl);
  }

  @Operation('GET', ':unit', {
    id: 'view-unit',
    description:
      'Returns the building, floor, floor plan, area and images of one unit. `include` adds what the unit refers to; `If-Match` of an update takes the `ETag` of a response without `include` and `fields`.',
    permission: 'units.read',
    query: SHAPE,
    returns: returns.one(UnitDto),
  })
  override async view(@Ctx() context: RequestContext<'asset', unknown, UnitShape>) {
    const { assetId, unitId } = context.ids as typeof context.ids & { unitId: string };
    const unit = await this.viewOf(context, unitId);
    return this.parts.ofUnit(unit, assetId, context.query, context.filesUrl);
  }

  @Operation('PUT', 'batch', {
    id: 'save-units',
    description: `${BATCH_DESCRIPTION} Images are not part of it. Match by reference to synchronise units with a system that has ids of its own.`,
    permission: 'units.update',
    extension: true,
    query: [...MATCH_UNITS, DRY_RUN],
    body: body.batch(SaveUnitDto).ignoring(UnitDto),
    returns: SAVED_BATCH,
  })
  async save(@Ctx() { actor, ids, body, query }: RequestContext<'asset', SaveUnitDto[], BatchQuery>) {
    const options = batchOptions(CreateUnitDto, 'units', actor, query);
    return { data: await this.commands.execute(new SaveUnits(ids.assetId, matchOf(query), body, options)) };
  }
}
