import { Call, list, one, Operation, Resource, variants } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateUnitOutboundLink, UpdateUnitOutboundLink } from './unit-outbound-link.commands.js';
import {
  type NewUnitOutboundLink,
  UNIT_OUTBOUND_LINK,
  type UnitOutboundLinkChanges,
} from './unit-outbound-link.dto.js';
import { ListUnitOutboundLinks, ViewUnitOutboundLink } from './unit-outbound-link.queries.js';

@Resource('assets/:asset/multifamily/units/outbound-links', {
  tag: 'Unit outbound links',
  places: { outboundLink: 'merchandising.unit_outbound_link' },
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
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListUnitOutboundLinks(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-unit-outbound-link',
    summary: 'Create unit outbound link',
    permission: 'unit-outbound-links.create',
    body: variants('create', UNIT_OUTBOUND_LINK),
    returns: one(UNIT_OUTBOUND_LINK),
  })
  async create(@Call() { scope, body, created }: Call<NewUnitOutboundLink>) {
    const id = await this.commands.execute(new CreateUnitOutboundLink(scope, body));
    return created(id, await this.queries.execute(new ViewUnitOutboundLink(scope, id)));
  }

  @Operation('GET', ':outboundLink', {
    id: 'view-unit-outbound-link',
    summary: 'View unit outbound link',
    permission: 'unit-outbound-links.read',
    returns: one(UNIT_OUTBOUND_LINK),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewUnitOutboundLink(scope));
  }

  @Operation('PUT', ':outboundLink', {
    id: 'update-unit-outbound-link',
    summary: 'Update unit outbound link',
    description: 'The type cannot be changed.',
    permission: 'unit-outbound-links.create', // sic: test/contract/spec.md, Operations, note 4
    body: variants('update', UNIT_OUTBOUND_LINK),
    returns: one(UNIT_OUTBOUND_LINK),
  })
  async update(@Call() { scope, body }: Call<UnitOutboundLinkChanges>) {
    await this.commands.execute(new UpdateUnitOutboundLink(scope, body));
    return this.queries.execute(new ViewUnitOutboundLink(scope));
  }
}
