import { Ctx, list, one, Operation, type RequestContext, Resource, variants } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import {
  CREATE_UNIT_OUTBOUND_LINK,
  type CreateUnitOutboundLinkDto,
  UNIT_OUTBOUND_LINK,
  UPDATE_UNIT_OUTBOUND_LINK,
  type UpdateUnitOutboundLinkDto,
} from './unit-outbound-link.dto.js';
import { LINKS } from './unit-outbound-link.queries.js';

@Resource('assets/:asset/multifamily/units/outbound-links', {
  tag: 'Unit outbound links',
  tables: { outboundLink: 'merchandising.unit_outbound_link' },
})
export class UnitOutboundLinkController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-outbound-links',
    summary: 'List unit outbound links',
    permission: 'unit-outbound-links.read',
    returns: list(UNIT_OUTBOUND_LINK),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(LINKS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-unit-outbound-link',
    summary: 'Create unit outbound link',
    permission: 'unit-outbound-links.create',
    body: variants(CREATE_UNIT_OUTBOUND_LINK),
    returns: one(UNIT_OUTBOUND_LINK),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateUnitOutboundLinkDto>) {
    const id = await this.commands.execute(new CreateResource(UnitOutboundLink, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':outboundLink', {
    id: 'view-unit-outbound-link',
    summary: 'View unit outbound link',
    permission: 'unit-outbound-links.read',
    returns: one(UNIT_OUTBOUND_LINK),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'outboundLink'>) {
    return this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, ids.outboundLinkId));
  }

  @Operation('PUT', ':outboundLink', {
    id: 'update-unit-outbound-link',
    summary: 'Update unit outbound link',
    description: 'The type cannot be changed.',
    permission: 'unit-outbound-links.create', // sic: test/contract/spec.md, Operations, note 4
    body: variants(UPDATE_UNIT_OUTBOUND_LINK),
    returns: one(UNIT_OUTBOUND_LINK),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'outboundLink', UpdateUnitOutboundLinkDto>) {
    await this.commands.execute(new UpdateResource(UnitOutboundLink, ids.assetId, ids.outboundLinkId, body));
    return this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, ids.outboundLinkId));
  }
}
