import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListAssetOutboundLinks extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewAssetOutboundLink extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'outboundLink'>,
  ) {
    super();
  }
}

const LINK = `link.id::text, link.asset_id::text, link.name, link.template, link.label, link.icon_type, link.open_new_window,
  link.created_at, link.updated_at`;

@QueryHandler(ListAssetOutboundLinks)
export class ListAssetOutboundLinksHandler implements IQueryHandler<ListAssetOutboundLinks> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListAssetOutboundLinks): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'merchandising.asset_outbound_link link',
      where: 'link.asset_id = :asset',
      select: LINK,
    });
  }
}

@QueryHandler(ViewAssetOutboundLink)
export class ViewAssetOutboundLinkHandler implements IQueryHandler<ViewAssetOutboundLink> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewAssetOutboundLink): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'merchandising.asset_outbound_link link',
      where: 'link.asset_id = :asset and link.id = :id',
      select: LINK,
      values: { id: ids.outboundLinkId },
    });
  }
}
