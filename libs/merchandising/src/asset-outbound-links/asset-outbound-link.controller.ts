import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateAssetOutboundLink, UpdateAssetOutboundLink } from './asset-outbound-link.commands.js';
import {
  AssetOutboundLinkDto,
  CreateAssetOutboundLinkDto,
  UpdateAssetOutboundLinkDto,
} from './asset-outbound-link.dto.js';
import { ListAssetOutboundLinks, ViewAssetOutboundLink } from './asset-outbound-link.queries.js';

const FLAG = 'asset-outbound-links-resource';

@Resource('assets/:asset/multifamily/outbound-links', {
  tag: 'Asset outbound links',
  tables: { outboundLink: 'merchandising.asset_outbound_link' },
})
export class AssetOutboundLinkController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-asset-outbound-links',
    summary: 'List asset outbound links',
    permission: 'asset-outbound-links.read',
    flag: FLAG,
    returns: list(AssetOutboundLinkDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListAssetOutboundLinks(actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-asset-outbound-link',
    summary: 'Create asset outbound link',
    permission: 'asset-outbound-links.create',
    flag: FLAG,
    body: json(CreateAssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateAssetOutboundLinkDto>) {
    const id = await this.commands.execute(new CreateAssetOutboundLink(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewAssetOutboundLink(actor, { ...ids, outboundLinkId: id })));
  }

  @Operation('GET', ':outboundLink', {
    id: 'view-asset-outbound-link',
    summary: 'View asset outbound link',
    permission: 'asset-outbound-links.read',
    flag: FLAG,
    returns: one(AssetOutboundLinkDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'outboundLink'>) {
    return this.queries.execute(new ViewAssetOutboundLink(actor, ids));
  }

  @Operation('PUT', ':outboundLink', {
    id: 'update-asset-outbound-link',
    summary: 'Update asset outbound link',
    permission: 'asset-outbound-links.update',
    flag: FLAG,
    body: json(UpdateAssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'outboundLink', UpdateAssetOutboundLinkDto>) {
    await this.commands.execute(new UpdateAssetOutboundLink(ids, body));
    return this.queries.execute(new ViewAssetOutboundLink(actor, ids));
  }
}
