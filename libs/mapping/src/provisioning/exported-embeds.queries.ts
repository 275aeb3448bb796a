import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** An embed as in a provision file; all its maps belong to one asset. */
export interface EmbedExport {
  id: string;
  account_id: string;
  name: string;
  tags: string[];
  allowed_origins: string[];
  maps: { unit_map_id: string; instance_key: string | null; pricing_process_id: string | null }[];
}

/** In order of creation. */
export class ExportEmbeds extends Query<EmbedExport[]> {
  constructor(readonly assetId: string) {
    super();
  }
}

const READ = `select embed.id::text, embed.account_id::text, embed.name, embed.tags, embed.allowed_origins,
    json_agg(json_build_object('unit_map_id', placed.unit_map_id::text, 'instance_key', placed.instance_key,
      'pricing_process_id', placed.pricing_process_id::text) order by placed.position) as maps
  from mapping.embed embed
  join catalog.account_v1 account on account.id = embed.account_id
  join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
  where (embed.account_id, embed.id) in (select held.account_id, held.embed_id from mapping.embed_map held
    where held.asset_id = :assetId)
  group by embed.account_id, embed.id, embed.name, embed.tags, embed.allowed_origins
  having bool_and(placed.asset_id = :assetId) order by embed.id`;

@QueryHandler(ExportEmbeds)
export class ExportEmbedsHandler implements IQueryHandler<ExportEmbeds> {
  constructor(private readonly database: Database) {}

  execute({ assetId }: ExportEmbeds): Promise<EmbedExport[]> {
    return this.database.rows<EmbedExport>(READ, { assetId });
  }
}
