import { visibleAccount } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface EmbedFilter {
  /** only embeds with a map of this asset */
  asset?: string;
}

export class ListEmbeds extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly accountId: string,
    readonly filter: EmbedFilter,
    readonly page: PageRequest,
    /** base URL of the viewer */
    readonly viewerUrl: string,
  ) {
    super();
  }
}

export class ViewEmbed extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'account' | 'embed'>,
    readonly viewerUrl: string,
  ) {
    super();
  }
}

/** Embeds with their maps of assets that are not archived; an embed always has a map, because it is deleted with its last one. */
const EMBEDS = `(select embed.*, json_agg(json_build_object('id', map.unit_map_id::text, 'asset_id', map.asset_id::text,
    'instance_key', map.instance_key, 'pricing_process_id', map.pricing_process_id::text) order by map.position) as service_maps
  from mapping.embed embed join mapping.embed_map map on map.account_id = embed.account_id and map.embed_id = embed.id
  join catalog.asset_v1 asset on asset.id = map.asset_id
  group by embed.account_id, embed.id) embed`;

const EMBED = `embed.id::text, embed.account_id::text, embed.name, embed.service_maps, embed.tags, embed.allowed_origins,
  :viewer || '/embed/' || embed.key as url, embed.created_at, embed.updated_at`;

/** Not `:asset`, which would tell the response cache that the result depends on rows of this asset alone: it names other assets too. */
const SHOWS_ASSET = `(embed.account_id, embed.id) in (select map.account_id, map.embed_id from mapping.embed_map map
  where map.asset_id = :shown)`;

@QueryHandler(ListEmbeds)
export class ListEmbedsHandler implements IQueryHandler<ListEmbeds> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, accountId, filter, page, viewerUrl }: ListEmbeds): Promise<JsonPage> {
    const shown = filter.asset;
    const byAsset = shown === undefined ? '' : `and ${SHOWS_ASSET}`;
    return this.json.page(page, {
      requires: visibleAccount(actor, accountId),
      from: EMBEDS,
      where: `embed.account_id = :account ${byAsset}`,
      select: EMBED,
      values: { viewer: viewerUrl, ...(shown !== undefined && { shown }) },
    });
  }
}

@QueryHandler(ViewEmbed)
export class ViewEmbedHandler implements IQueryHandler<ViewEmbed> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids, viewerUrl }: ViewEmbed): Promise<Json> {
    return this.json.one({
      requires: visibleAccount(actor, ids.accountId),
      from: EMBEDS,
      where: 'embed.account_id = :account and embed.id = :id',
      select: EMBED,
      values: { id: ids.embedId, viewer: viewerUrl },
    });
  }
}
