import { Ctx, json, list, one, Operation, type RequestContext, Resource } from '@app/platform/rest';
import { CreateResource, ListResources, UpdateResource, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AssetOutboundLink } from './asset-outbound-link.aggregate.js';
import {
  AssetOutboundLinkDto,
  CreateAssetOutboundLinkDto,
  UpdateAssetOutboundLinkDto,
} from './asset-outbound-link.dto.js';
import { LINKS } from './asset-outbound-link.queries.js';

@Resource('assets/:asset/multifamily/outbound-links', {
  tag: 'Asset outbound links',
  tables: { outboundLink: 'merchandising.asset_outbound_link' },
  flag: 'asset-outbound-links-resource',
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
    returns: list(AssetOutboundLinkDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(LINKS, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-asset-outbound-link',
    summary: 'Create asset outbound link',
    permission: 'asset-outbound-links.create',
    body: json(CreateAssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateAssetOutboundLinkDto>) {
    const id = await this.commands.execute(new CreateResource(AssetOutboundLink, ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, id)));
  }

  @Operation('GET', ':outboundLink', {
    id: 'view-asset-outbound-link',
    summary: 'View asset outbound link',
    permission: 'asset-outbound-links.read',
    returns: one(AssetOutboundLinkDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'outboundLink'>) {
    return this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, ids.outboundLinkId));
  }

  @Operation('PUT', ':outboundLink', {
    id: 'update-asset-outbound-link',
    summary: 'Update asset outbound link',
    permission: 'asset-outbound-links.update',
    body: json(UpdateAssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'outboundLink', UpdateAssetOutboundLinkDto>) {
    await this.commands.execute(new UpdateResource(AssetOutboundLink, ids.assetId, ids.outboundLinkId, body));
    return this.queries.execute(new ViewResource(LINKS, actor, ids.assetId, ids.outboundLinkId));
  }
}
