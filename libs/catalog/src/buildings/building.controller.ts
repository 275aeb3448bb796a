import { Resource, ResourceController } from '@app/platform/rest';
import { Building } from './building.aggregate.js';
import { BuildingDto, CreateBuildingDto, SaveBuildingDto, UpdateBuildingDto } from './building.dto.js';

@Resource('assets/:asset/multifamily/buildings', { tag: 'Buildings' })
export class BuildingController extends ResourceController({
  name: 'building',
  entity: Building,
  deletesUnused: true,
  create: CreateBuildingDto,
  update: UpdateBuildingDto,
  batch: SaveBuildingDto,
  descriptions: {
    list: 'Lists the buildings of an asset. Each unit refers to one by its id.',
    view: 'Returns the name and label of one building.',
    create: 'Adds a building. Each unit needs one. Visitors see `label`, or `name` if there is no label.',
    update: 'Changes the name or label of a building.',
  },
  dto: BuildingDto,
}) {}
