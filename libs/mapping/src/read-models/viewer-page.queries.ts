import { Database } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export type PageKind = 'embed' | 'landing_page';

/** The public content of a viewer page, found by its key. */
export interface ViewerPage {
  name: string;
  tags: string[];
  /** origins that may frame the page; empty = all */
  allowed_origins: string[];
  /** at least one, in display order */
  maps: { map_id: string; asset_id: string; instance_key: string | null; pricing_process_id: string | null }[];
}

/** @returns undefined for a key unknown among pages of the kind */
export class FindViewerPage extends Query<ViewerPage | undefined> {
  constructor(
    readonly kind: PageKind,
    readonly key: string,
  ) {
    super();
  }
}

/** An inner join suffices, because an embed is deleted with its last map. */
const EMBED = `select embed.name, embed.tags, embed.allowed_origins, json_agg(json_build_object(
    'map_id', placed.unit_map_id::text, 'asset_id', placed.asset_id::text, 'instance_key', placed.instance_key,
    'pricing_process_id', placed.pricing_process_id::text) order by placed.position) as maps
  from mapping.embed embed
  join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
  join catalog.asset_v1 asset on asset.id = placed.asset_id
  join catalog.account_v1 account on account.id = embed.account_id
  where embed.key = :key group by embed.account_id, embed.id, embed.name, embed.tags, embed.allowed_origins`;

const LANDING_PAGE = `select page.name, array[]::text[] as tags, array[]::text[] as allowed_origins, json_build_array(
    json_build_object('map_id', page.unit_map_id::text, 'asset_id', page.asset_id::text, 'instance_key', null,
    'pricing_process_id', null)) as maps
  from mapping.landing_page page join catalog.asset_v1 asset on asset.id = page.asset_id where page.key = :key`;

@QueryHandler(FindViewerPage)
export class FindViewerPageHandler implements IQueryHandler<FindViewerPage> {
  constructor(private readonly database: Database) {}

  async execute({ kind, key }: FindViewerPage): Promise<ViewerPage | undefined> {
    const [text, table] =
      kind === 'embed' ? [EMBED, 'mapping.embed' as const] : [LANDING_PAGE, 'mapping.landing_page' as const];
    return (await this.database.read<ViewerPage>(text, { key }, table))[0];
  }
}
