import { JsonRows, type Page, type Reply, type Scope } from '@app/kernel';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListAssets extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewAsset extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    /** another than that of the path: the one just created */
    readonly id = scope.asset,
  ) {
    super();
  }
}

/** An asset as every API shows it. */
export const ASSET = `asset.id::text, asset.uuid, asset.market, asset.name, asset.display_name, asset.description,
  (select count(*)::int from catalog.unit where unit.asset_id = asset.id) as unit_count,
  asset.address_line1, asset.address_line2, asset.address_city, asset.address_state, asset.address_country,
  asset.address_postal_code, asset.address_latitude, asset.address_longitude, asset.created_at, asset.updated_at`;

const SEEN = `(:accounts::bigint[] is null or exists (select from catalog.account_asset seen
  where seen.asset_id = asset.id and seen.account_id = any (:accounts)))`;

@QueryHandler(ListAssets)
export class ListAssetsHandler implements IQueryHandler<ListAssets> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListAssets): Promise<Reply> {
    return this.rows.page(scope, page, { from: 'catalog.asset asset', where: SEEN, select: ASSET });
  }
}

@QueryHandler(ViewAsset)
export class ViewAssetHandler implements IQueryHandler<ViewAsset> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewAsset): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'catalog.asset asset',
      where: 'asset.id = :id',
      select: ASSET,
      values: { id },
    });
  }
}
