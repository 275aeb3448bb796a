import { Database } from '@app/kernel';
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

/** Ids of the assets that are on any embed. */
export class EmbeddedAssets extends Query<string[]> {
  constructor(readonly among: readonly string[]) {
    super();
  }
}

const READ = `select embed.name, embed.tags, coalesce((select json_agg(json_build_object('map_id', placed.unit_map_id::text,
      'asset_id', placed.asset_id::text, 'instance_key', placed.instance_key) order by placed.position)
    from mapping.embed_map placed where placed.account_id = embed.account_id and placed.embed_id = embed.id), '[]') as maps
  from mapping.embed embed where embed.key = :key`;

const EMBEDDED = `select distinct placed.asset_id::text as id from mapping.embed_map placed
  where placed.asset_id = any (:among::bigint[])`;

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
