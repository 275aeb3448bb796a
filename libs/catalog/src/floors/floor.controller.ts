import { Resource, ResourceController } from '@app/platform/rest';
import { Floor } from './floor.aggregate.js';
import { CreateFloorDto, FloorDto, UpdateFloorDto } from './floor.dto.js';

@Resource('assets/:asset/multifamily/floors', { tag: 'Floors', tables: { floor: 'catalog.floor' } })
export class FloorController extends ResourceController({
  name: 'floor',
  entity: Floor,
  create: CreateFloorDto,
  update: UpdateFloorDto,
  descriptions: {
    list: 'The floors of an asset, in the order of `sort`. Each unit names one by its id.',
    view: 'Name, labels and order of one floor.',
    create: 'Adds a floor, which each unit needs. `sort` orders floors from the lowest up.',
    update: 'Renames a floor, or changes its labels or its order.',
  },
  dto: FloorDto,
  order: 'floor.sort, floor.id',
}) {}
