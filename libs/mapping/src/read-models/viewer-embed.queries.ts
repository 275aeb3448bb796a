import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** The public content of an embed, found by its viewer key. */
interface EmbedContent {
  name: string;
  tags: string[];
  maps: { map_id: string; asset_id: string; instance_key: string | null }[];
}

/** @returns undefined for an unknown key */
export class ViewerEmbed extends Query<EmbedContent | undefined> {
  constructor(readonly key: string) {
    super();
  }
}

/** Ids of the assets with a map on an embed or landing page. */
export class EmbeddedAssets extends Query<string[]> {
  constructor(readonly among: readonly string[]) {
    super();
  }
}

/** An inner join suffices, because an embed is deleted with its last map. */
const READ = `select embed.name, embed.tags, json_agg(json_build_object('map_id', placed.unit_map_id::text,
    'asset_id', placed.asset_id::text, 'instance_key', placed.instance_key) order by placed.position) as maps
  from mapping.embed embed
  join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
  where embed.key = :key group by embed.account_id, embed.id, embed.name, embed.tags`;

const EMBEDDED = `select placed.asset_id::text as id from mapping.embed_map placed where placed.asset_id = any (:among::bigint[])
  union select page.asset_id::text from mapping.landing_page page where page.asset_id = any (:among::bigint[])`;

@QueryHandler(ViewerEmbed)
export class ViewerEmbedHandler implements IQueryHandler<ViewerEmbed> {
  constructor(private readonly database: Database) {}

  async execute({ key }: ViewerEmbed): Promise<EmbedContent | undefined> {
    return (await this.database.read<EmbedContent>(READ, { key }, 'mapping.embed'))[0];
  }
}

@QueryHandler(EmbeddedAssets)
export class EmbeddedAssetsHandler implements IQueryHandler<EmbeddedAssets> {
  constructor(private readonly database: Database) {}

  async execute({ among }: EmbeddedAssets): Promise<string[]> {
    return (await this.database.rows<{ id: string }>(EMBEDDED, { among })).map((row) => row.id);
  }
}
