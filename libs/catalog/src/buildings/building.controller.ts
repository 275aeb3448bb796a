import { Resource, ResourceController } from '@app/platform/rest';
import { Building } from './building.aggregate.js';
import { BuildingDto, CreateBuildingDto, UpdateBuildingDto } from './building.dto.js';

@Resource('assets/:asset/multifamily/buildings', { tag: 'Buildings', tables: { building: 'catalog.building' } })
export class BuildingController extends ResourceController({
  name: 'building',
  entity: Building,
  create: CreateBuildingDto,
  update: UpdateBuildingDto,
  dto: BuildingDto,
}) {}
