import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** What an embed shows, as whoever has its viewer key may know it. */
export interface EmbedPlan {
  name: string;
  tags: string[];
  maps: { map_id: string; asset_id: string; instance_key: string | null }[];
}

/** undefined for a key that no embed has. */
export class ShownEmbed extends Query<EmbedPlan | undefined> {
  constructor(readonly key: string) {
    super();
  }
}

/** Ids of the assets of which any embed or landing page shows a map. */
export class EmbeddedAssets extends Query<string[]> {
  constructor(readonly among: readonly string[]) {
    super();
  }
}

/** An embed has a map: it goes with its last one. */
const READ = `select embed.name, embed.tags, json_agg(json_build_object('map_id', placed.unit_map_id::text,
    'asset_id', placed.asset_id::text, 'instance_key', placed.instance_key) order by placed.position) as maps
  from mapping.embed embed
  join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
  where embed.key = :key group by embed.account_id, embed.id, embed.name, embed.tags`;

const EMBEDDED = `select placed.asset_id::text as id from mapping.embed_map placed where placed.asset_id = any (:among::bigint[])
  union select page.asset_id::text from mapping.landing_page page where page.asset_id = any (:among::bigint[])`;

@QueryHandler(ShownEmbed)
export class ShownEmbedHandler implements IQueryHandler<ShownEmbed> {
  constructor(private readonly database: Database) {}

  async execute({ key }: ShownEmbed): Promise<EmbedPlan | undefined> {
    return (await this.database.read<EmbedPlan>(READ, { key }, 'mapping.embed'))[0];
  }
}

@QueryHandler(EmbeddedAssets)
export class EmbeddedAssetsHandler implements IQueryHandler<EmbeddedAssets> {
  constructor(private readonly database: Database) {}

  async execute({ among }: EmbeddedAssets): Promise<string[]> {
    return (await this.database.rows<{ id: string }>(EMBEDDED, { among })).map((row) => row.id);
  }
}
