import { visibleAsset } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, jsonByType, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListUnitOutboundLinks extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewUnitOutboundLink extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'outboundLink'>,
  ) {
    super();
  }
}

const COMMON = `link.id::text, link.asset_id::text, link.name, link.label, link.type, link.icon_type, link.event_key`;
const DATES = `link.created_at, link.updated_at`;

const LINK = jsonByType('link.type', {
  iframe_api: `${COMMON}, ${DATES}`,
  url_template: `${COMMON}, link.template, link.open_in_new_window, ${DATES}`,
  urls_per_unit: `${COMMON}, link.open_in_new_window, link.show_icon_in_list, ${DATES}`,
});

@QueryHandler(ListUnitOutboundLinks)
export class ListUnitOutboundLinksHandler implements IQueryHandler<ListUnitOutboundLinks> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListUnitOutboundLinks): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'merchandising.unit_outbound_link link',
      where: 'link.asset_id = :asset',
      json: LINK,
    });
  }
}

@QueryHandler(ViewUnitOutboundLink)
export class ViewUnitOutboundLinkHandler implements IQueryHandler<ViewUnitOutboundLink> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewUnitOutboundLink): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'merchandising.unit_outbound_link link',
      where: 'link.asset_id = :asset and link.id = :id',
      json: LINK,
      values: { id: ids.outboundLinkId },
    });
  }
}
