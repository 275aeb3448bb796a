import { visibleAsset } from '@app/catalog/contract';
import type { Actor } from '@app/platform/auth';
import { type Json, JsonQuery } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

/** Reads which price an asset advertises. */
export class ViewPriceDisplay extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
  ) {
    super();
  }
}

@QueryHandler(ViewPriceDisplay)
export class ViewPriceDisplayHandler implements IQueryHandler<ViewPriceDisplay> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId }: ViewPriceDisplay): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, assetId),
      from: 'catalog.asset_v1 asset',
      where: 'asset.id = :asset',
      join: 'left join expenses.price_display stored on stored.asset_id = asset.id',
      select: `asset.id::text as asset_id, coalesce(stored.price_display, 'base') as price_display`,
    });
  }
}
