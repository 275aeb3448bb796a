import { Call, create, list, one, Operation, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateAssetOutboundLink, UpdateAssetOutboundLink } from './asset-outbound-link.commands.js';
import {
  type AssetOutboundLinkChanges,
  AssetOutboundLinkDto,
  type NewAssetOutboundLink,
} from './asset-outbound-link.dto.js';
import { ListAssetOutboundLinks, ViewAssetOutboundLink } from './asset-outbound-link.queries.js';

const FLAG = 'asset-outbound-links-resource';

@Resource('assets/:asset/multifamily/outbound-links', {
  tag: 'Asset outbound links',
  places: { outboundLink: 'merchandising.asset_outbound_link' },
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
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListAssetOutboundLinks(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-asset-outbound-link',
    summary: 'Create asset outbound link',
    permission: 'asset-outbound-links.create',
    flag: FLAG,
    body: create(AssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async create(@Call() { scope, body, created }: Call<NewAssetOutboundLink>) {
    const id = await this.commands.execute(new CreateAssetOutboundLink(scope, body));
    return created(id, await this.queries.execute(new ViewAssetOutboundLink(scope, id)));
  }

  @Operation('GET', ':outboundLink', {
    id: 'view-asset-outbound-link',
    summary: 'View asset outbound link',
    permission: 'asset-outbound-links.read',
    flag: FLAG,
    returns: one(AssetOutboundLinkDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewAssetOutboundLink(scope));
  }

  @Operation('PUT', ':outboundLink', {
    id: 'update-asset-outbound-link',
    summary: 'Update asset outbound link',
    permission: 'asset-outbound-links.update',
    flag: FLAG,
    body: update(AssetOutboundLinkDto),
    returns: one(AssetOutboundLinkDto),
  })
  async update(@Call() { scope, body }: Call<AssetOutboundLinkChanges>) {
    await this.commands.execute(new UpdateAssetOutboundLink(scope, body));
    return this.queries.execute(new ViewAssetOutboundLink(scope));
  }
}
