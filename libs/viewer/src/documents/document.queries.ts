import { createHash } from 'node:crypto';
import { Database } from '@app/platform/persistence';
import { notFound, type Settings, SETTINGS, unavailable } from '@app/platform/core';
import { ViewerEmbed } from '@app/mapping/contract';
import { Inject } from '@nestjs/common';
import { CommandBus, type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { RequestBuild } from '../builds/request-build.command.js';
import { withFileUrls } from '../composition/file-urls.js';

/** A document as JSON, with a tag of its content. */
export interface EmbedDocument {
  json: string;
  etag: string;
}

/** Reads the document of an embed: the documents of its assets, each with the maps placed on the embed. */
export class ViewEmbedDocument extends Query<EmbedDocument> {
  constructor(readonly key: string) {
    super();
  }
}

interface Row {
  asset_id: string;
  etag: string;
  body: string;
  maps: string;
}

const READ = `select document.asset_id::text, document.etag, document.body,
    (select coalesce(string_agg((document.maps -> placed.id)::text, ',' order by placed.n), '')
      from unnest(:maps::text[]) with ordinality placed (id, n) where document.maps ? placed.id) as maps
  from viewer.document document where document.asset_id = any (:assets::bigint[]) order by document.asset_id`;

@QueryHandler(ViewEmbedDocument)
export class ViewEmbedDocumentHandler implements IQueryHandler<ViewEmbedDocument> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute({ key }: ViewEmbedDocument): Promise<EmbedDocument> {
    const embed = await this.queries.execute(new ViewerEmbed(key));
    if (!embed) throw notFound('Embed');
    const assets = [...new Set(embed.maps.map((placed) => placed.asset_id))];
    const maps = [...new Set(embed.maps.map((placed) => placed.map_id))];
    const rows = await this.database.read<Row>(READ, { assets, maps }, 'viewer.document');
    if (rows.length < assets.length) {
      const built = new Set(rows.map((row) => row.asset_id));
      const missing = assets.filter((asset) => !built.has(asset));
      await this.commands.execute(new RequestBuild(missing, 'missing')); // the endpoint is public, so a failing build keeps its back-off
      throw unavailable('The document is being built for the first time');
    }
    const plan = JSON.stringify(embed);
    const documents = rows.map(({ body, maps: placed }) => `${body.slice(0, -1)},"maps":[${placed}]}`);
    const etag = createHash('sha1')
      .update(plan)
      .update(this.settings.publicUrl ?? '')
      .update(rows.map((row) => row.etag).join());
    const json = `{"embed":${plan},"assets":[${documents.join(',')}]}`;
    return { json: withFileUrls(json, this.settings.publicUrl), etag: `W/"${etag.digest('base64url')}"` };
  }
}
