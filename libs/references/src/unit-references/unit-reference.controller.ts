import { namedUnits } from '@app/catalog/contract';
import { body, Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { ListResources } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { MATCH } from '../asset-references/asset-reference.controller.js';
import type { Match } from '../asset-references/asset-reference.queries.js';
import { UnitReferenceDto, UpdateUnitReferenceDto } from './unit-reference.dto.js';
import { FindUnitReferences, UNIT_REFERENCES } from './unit-reference.queries.js';
import { UpdateUnitReferences } from './update-unit-references.command.js';

const flag = 'references';

@Resource('assets/:asset/multifamily/units/reference-groups/:group/references', {
  tag: 'References',
  tables: { group: 'reference.unit_reference_group' },
  flag,
})
export class UnitReferenceController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-references',
    description: 'Lists the id of each unit in the system of this group.',
    permission: 'unit-references.read',
    returns: returns.list(UnitReferenceDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'group'>) {
    return this.queries.execute(new ListResources(UNIT_REFERENCES, actor, ids, page));
  }

  @Operation('PUT', '', {
    id: 'update-unit-references',
    description:
      'Stores the ids of units in the system of this group. Values must be unique once all items are stored, so two units can swap theirs in one request.',
    permission: 'unit-references.update',
    body: body.batch(UpdateUnitReferenceDto).ignoring(UnitReferenceDto),
    references: namedUnits,
    returns: returns.nothing,
    errors: { 409: { value_taken: 'The value "CRM-101" belongs to another unit of the group' } },
  })
  async update(@Ctx() { ids, body }: RequestContext<'asset' | 'group', UpdateUnitReferenceDto[]>) {
    await this.commands.execute(new UpdateUnitReferences(ids, body));
  }
}

@Resource('assets/:asset/multifamily/units/references', { tag: 'References', flag, extension: true })
export class UnitReferenceSearchController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'find-unit-references',
    summary: 'Find a unit by a third-party id',
    description: 'Returns the reference of the unit that has this id (`value`) in the system that `key` names.',
    permission: 'unit-references.read',
    query: MATCH,
    returns: returns.list(UnitReferenceDto),
  })
  find(@Ctx() { actor, ids, page, query }: RequestContext<'asset', undefined, Match>) {
    return this.queries.execute(new FindUnitReferences(actor, ids.assetId, query, page));
  }
}
