import { batch, Ctx, list, nothing, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { UnitOutboundLinkUrlDto } from './unit-outbound-link-url.dto.js';
import { ListUnitOutboundLinkUrls } from './unit-outbound-link-url.queries.js';
import { UpdateUnitOutboundLinkUrls } from './update-unit-outbound-link-urls.command.js';

const WITHOUT_URLS = {
  409: { link_without_urls: 'A link of type url_template has no URLs: only urls_per_unit has' },
};

@Resource('assets/:asset/multifamily/units/outbound-links/:outboundLink/urls', {
  tag: 'Unit outbound links',
  tables: { outboundLink: 'merchandising.unit_outbound_link' },
})
export class UnitOutboundLinkUrlController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-unit-outbound-link-urls',
    summary: 'List unit outbound link URLs',
    description:
      'Lists all units of the asset with their URLs for this button; units without one have null. Only links of type `urls_per_unit` have URLs.',
    permission: 'unit-outbound-links.read',
    returns: list(UnitOutboundLinkUrlDto),
    errors: WITHOUT_URLS,
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset' | 'outboundLink'>) {
    return this.queries.execute(new ListUnitOutboundLinkUrls(actor, ids, page));
  }

  @Operation('PUT', '', {
    id: 'update-unit-outbound-link-urls',
    summary: 'Update unit outbound link URLs',
    description: 'Changes the URLs of units. Other units keep theirs; `null` removes one.',
    permission: 'unit-outbound-links.update',
    body: batch(UnitOutboundLinkUrlDto),
    returns: nothing,
    errors: WITHOUT_URLS,
  })
  async update(@Ctx() { ids, body }: RequestContext<'asset' | 'outboundLink', UnitOutboundLinkUrlDto[]>) {
    await this.commands.execute(new UpdateUnitOutboundLinkUrls(ids, body));
  }
}
