import {
  Call,
  create,
  images,
  list,
  multipart,
  one,
  Operation,
  query as parameter,
  Resource,
  update,
} from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateUnit } from './create-unit.command.js';
import { DeleteUnit } from './delete-unit.command.js';
import { type NewUnit, type UnitChanges, UnitDto } from './unit.dto.js';
import { ListUnits, type UnitFilter, ViewUnit } from './unit.queries.js';
import { UpdateUnit } from './update-unit.command.js';

const IMAGES = images('view_image', 'secondary_view_image');

@Resource('assets/:asset/multifamily/units', { tag: 'Units', places: { unit: 'catalog.unit' } })
export class UnitController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-units',
    summary: 'List units',
    permission: 'units.read',
    query: [
      parameter.text('unit-number', 255, 'Only units of exactly this number.'),
      parameter.id('building', 'Only units of this building.'),
      parameter.id('floor', 'Only units of this floor.'),
      parameter.id('floor-plan', 'Only units of this floor plan.'),
      parameter.instant('updated-since', 'Only units updated then or later.'),
    ],
    returns: list(UnitDto),
  })
  list(@Call() { scope, page, files, query }: Call<undefined, UnitFilter>) {
    return this.queries.execute(new ListUnits(scope, page, files, query));
  }

  @Operation('POST', '', {
    id: 'create-unit',
    summary: 'Create unit',
    permission: 'units.create',
    body: multipart(create(UnitDto), IMAGES),
    returns: one(UnitDto),
    conflicts: true,
  })
  async create(@Call() { scope, body, created, files }: Call<NewUnit>) {
    const id = await this.commands.execute(new CreateUnit(scope, body));
    return created(id, await this.queries.execute(new ViewUnit(scope, files, id)));
  }

  @Operation('GET', ':unit', { id: 'view-unit', summary: 'View unit', permission: 'units.read', returns: one(UnitDto) })
  view(@Call() { scope, files }: Call) {
    return this.queries.execute(new ViewUnit(scope, files));
  }

  @Operation('PUT', ':unit', {
    id: 'update-unit',
    summary: 'Update unit',
    permission: 'units.update',
    body: multipart(update(UnitDto), IMAGES),
    returns: one(UnitDto),
    conflicts: true,
  })
  async update(@Call() { scope, body, files }: Call<UnitChanges>) {
    await this.commands.execute(new UpdateUnit(scope, body));
    return this.queries.execute(new ViewUnit(scope, files));
  }

  @Operation('DELETE', ':unit', {
    id: 'delete-unit',
    summary: 'Delete unit',
    permission: 'units.delete',
    returns: one(UnitDto),
    conflicts: true,
  })
  async delete(@Call() { scope, files }: Call) {
    const deleted = await this.queries.execute(new ViewUnit(scope, files));
    await this.commands.execute(new DeleteUnit(scope));
    return deleted;
  }
}
