import { type Actor } from '@app/platform/auth';
import {
  Database,
  type Json,
  type JsonPage,
  JsonQuery,
  type PageRequest,
  type Sort,
  sortsOf,
} from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { isVisible, visibleAsset, visibleAssetIds } from '../access.js';
import { RecentChanges } from '../recent-changes.js';
import { Asset } from './asset.aggregate.js';

export class ListAssets extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly filter: AssetFilter,
    readonly page: PageRequest,
    readonly filesUrl: string,
    readonly sort?: Sort,
  ) {
    super();
  }
}

export interface AssetFilter {
  /** words, each the prefix of a word in the name or address */
  q?: string;
  market?: string;
  updatedSince?: string;
}

/** Each has an index. */
export const ASSET_SORTS = sortsOf({
  id: { by: 'asset.id', type: 'bigint' },
  name: { by: 'asset.name', type: 'text' },
  updated_at: { by: 'asset.updated_at', type: 'timestamptz' },
});

export class ViewAsset extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly filesUrl: string,
  ) {
    super();
  }
}

export const unitCount = (asset: string): string =>
  `(select coalesce(sum(counted.units), 0)::int from catalog.unit_count counted where counted.asset_id = ${asset}) as unit_count`;

/** The fields of a response; the value `files` is the base URL of stored files. */
export const assetColumns = (count: string, omitted: string[] = ['archived_at']): string =>
  `${columnsOf(Asset, 'asset', ['logo', ...omitted])}, :files || asset.logo as logo_url, ${count}, asset.created_at, asset.updated_at`;

/** Assets with their unit counts, as correlated subqueries, which distributed tables evaluate locally. */
export const ASSETS_WITH_UNIT_COUNT = `(select asset.*, ${unitCount('asset.id')} from catalog.asset where asset.archived_at is null) asset`;
export const ASSET_COLUMNS = assetColumns('asset.unit_count');

const ASSET_WORDS = `catalog.words_of(asset.name || ' ' || asset.display_name || ' ' || asset.address_line1 || ' ' ||
  coalesce(asset.address_line2, '') || ' ' || asset.address_city || ' ' || asset.address_postal_code)`;

/** Prevents the use of the word index for actors with few assets, because it may match most assets of all others. */
const WITHOUT_INDEX = ' is true';

/** A prefix search for `to_tsquery`; undefined without a word. */
function prefixSearch(text = ''): string | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.map((word) => `'${word}':*`).join(' & ');
}

@QueryHandler(ListAssets)
export class ListAssetsHandler implements IQueryHandler<ListAssets> {
  constructor(
    private readonly json: JsonQuery,
    private readonly changes: RecentChanges,
    private readonly database: Database,
  ) {}

  async execute({ actor, page, filter, filesUrl, sort }: ListAssets): Promise<JsonPage> {
    const { market, updatedSince } = filter;
    const changed = updatedSince && (await this.changes.ids('catalog.asset asset', 'true', updatedSince));
    const visible = await visibleAssetIds(this.database, actor);
    const words = prefixSearch(filter.q);
    const conditions = [
      isVisible('asset.id'),
      visible && 'asset.id = any (:visible::bigint[])',
      words !== undefined && `${ASSET_WORDS} @@ to_tsquery('simple', :words)${visible ? WITHOUT_INDEX : ''}`,
      market !== undefined && 'asset.market = :market',
      updatedSince !== undefined && 'asset.updated_at >= :updatedSince::timestamptz',
      changed && 'asset.id = any (:changed::bigint[])',
    ];
    return this.json.page(page, {
      from: ASSETS_WITH_UNIT_COUNT,
      where: conditions.filter(Boolean).join(' and '),
      select: ASSET_COLUMNS,
      sort,
      values: {
        ...{ accounts: actor.accounts, assets: actor.assets, files: filesUrl },
        ...{ visible, words, market, updatedSince, changed },
      },
    });
  }
}

@QueryHandler(ViewAsset)
export class ViewAssetHandler implements IQueryHandler<ViewAsset> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, filesUrl }: ViewAsset): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, assetId),
      from: 'catalog.asset asset',
      where: 'asset.id = :id',
      select: assetColumns(unitCount(':id')),
      values: { id: assetId, files: filesUrl },
    });
  }
}
