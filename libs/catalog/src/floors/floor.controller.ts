import { Resource, ResourceController } from '@app/platform/rest';
import { Floor } from './floor.aggregate.js';
import { CreateFloorDto, FloorDto, UpdateFloorDto } from './floor.dto.js';

@Resource('assets/:asset/multifamily/floors', { tag: 'Floors', tables: { floor: 'catalog.floor' } })
export class FloorController extends ResourceController({
  name: 'floor',
  entity: Floor,
  create: CreateFloorDto,
  update: UpdateFloorDto,
  dto: FloorDto,
  order: 'floor.sort, floor.id',
}) {}
