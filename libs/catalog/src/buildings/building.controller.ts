import { Resource, ResourceController } from '@app/platform/rest';
import { Building } from './building.aggregate.js';
import { BuildingDto, CreateBuildingDto, UpdateBuildingDto } from './building.dto.js';

@Resource('assets/:asset/multifamily/buildings', { tag: 'Buildings', tables: { building: 'catalog.building' } })
export class BuildingController extends ResourceController({
  name: 'building',
  entity: Building,
  create: CreateBuildingDto,
  update: UpdateBuildingDto,
  descriptions: {
    list: 'The buildings of an asset. Each unit names one by its id.',
    view: 'Name and label of one building.',
    create: 'Adds a building, which each unit needs. Without `label`, visitors see the name.',
    update: 'Renames a building, or changes what visitors see.',
  },
  dto: BuildingDto,
}) {}
