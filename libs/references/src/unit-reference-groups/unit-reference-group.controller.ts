import { Resource, ResourceController } from '@app/platform/rest';
import { UnitReferenceGroup } from './unit-reference-group.aggregate.js';
import {
  CreateUnitReferenceGroupDto,
  UnitReferenceGroupDto,
  UpdateUnitReferenceGroupDto,
} from './unit-reference-group.dto.js';

const KEY_TAKEN = { 409: { key_taken: 'Another unit reference group of the asset has this key' } };

@Resource('assets/:asset/multifamily/units/reference-groups', {
  tag: 'References',
  flag: 'references',
})
export class UnitReferenceGroupController extends ResourceController({
  name: 'unit-reference-group',
  parameter: 'group',
  permission: 'unit-references',
  entity: UnitReferenceGroup,
  deletesUnused: true,
  create: CreateUnitReferenceGroupDto,
  update: UpdateUnitReferenceGroupDto,
  descriptions: {
    list: 'Lists the systems whose unit ids are stored, one group for each.',
    view: 'Returns the name and key of one group.',
    create: 'Adds a system, named by `key`. Store its unit ids next, with Update unit references.',
    update: 'Changes the name, description or key of a group.',
  },
  dto: UnitReferenceGroupDto,
  operations: { create: { errors: KEY_TAKEN }, update: { errors: KEY_TAKEN } },
}) {}
