import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type Scope } from '@app/platform/auth';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface EmbedFilter {
  /** id of an asset that the embed shows a map of */
  asset?: string;
}

export class ListEmbeds extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    /** address of the server */
    readonly base: string,
    readonly filter: EmbedFilter,
  ) {
    super();
  }
}

export class ViewEmbed extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly base: string,
  ) {
    super();
  }
}

/** With their maps: each has one, or it is gone with its last. */
const EMBEDS = `(select embed.*, json_agg(json_build_object('id', map.unit_map_id::text, 'asset_id', map.asset_id::text,
    'instance_key', map.instance_key) order by map.position) as service_maps
  from mapping.embed embed join mapping.embed_map map on map.account_id = embed.account_id and map.embed_id = embed.id
  group by embed.account_id, embed.id) embed`;

const EMBED = `embed.id::text, embed.account_id::text, embed.name, embed.service_maps, embed.tags,
  :base || '/embed/' || embed.key as url, embed.created_at, embed.updated_at`;

const SHOWS_ASSET = `(embed.account_id, embed.id) in (select map.account_id, map.embed_id from mapping.embed_map map
  where map.asset_id = :asset)`;

@QueryHandler(ListEmbeds)
export class ListEmbedsHandler implements IQueryHandler<ListEmbeds> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page, base, filter }: ListEmbeds): Promise<Reply> {
    const byAsset = filter.asset === undefined ? '' : `and ${SHOWS_ASSET}`;
    return this.rows.page(scope, page, {
      from: EMBEDS,
      where: `embed.account_id = :account ${byAsset}`,
      select: EMBED,
      values: { base, ...filter },
    });
  }
}

@QueryHandler(ViewEmbed)
export class ViewEmbedHandler implements IQueryHandler<ViewEmbed> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, base }: ViewEmbed): Promise<Reply> {
    return this.rows.one(scope, {
      from: EMBEDS,
      where: 'embed.account_id = :account and embed.id = :embed',
      select: EMBED,
      values: { base },
    });
  }
}
