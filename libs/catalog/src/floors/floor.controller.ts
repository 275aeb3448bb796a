import { Resource, ResourceController } from '@app/platform/rest';
import { Floor } from './floor.aggregate.js';
import { CreateFloorDto, FloorDto, SaveFloorDto, UpdateFloorDto } from './floor.dto.js';

@Resource('assets/:asset/multifamily/floors', { tag: 'Floors' })
export class FloorController extends ResourceController({
  name: 'floor',
  entity: Floor,
  deletesUnused: true,
  create: CreateFloorDto,
  update: UpdateFloorDto,
  batch: SaveFloorDto,
  descriptions: {
    list: 'Lists the floors of an asset, ordered by `sort`. Each unit refers to one by its id.',
    view: 'Returns the name, labels and position of one floor.',
    create: 'Adds a floor. Each unit needs one. `sort` orders floors, the lowest first.',
    update: 'Changes the name, labels or position of a floor.',
  },
  dto: FloorDto,
  order: 'floor.sort, floor.id',
}) {}
