import { AssetDto, ListAssets, ViewAsset } from '@app/catalog/contract';
import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';

@Resource('assets', { tag: 'Assets' })
export class AssetController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'ai-list-assets',
    summary: 'List assets',
    description: 'Lists the assets that the key may see, as the main API does.',
    returns: returns.list(AssetDto),
  })
  list(@Ctx() { actor, page, filesUrl }: RequestContext) {
    return this.queries.execute(new ListAssets(actor, {}, page, filesUrl));
  }

  @Operation('GET', ':asset', {
    id: 'ai-view-asset',
    summary: 'View asset',
    description: 'Returns one asset, as the main API does.',
    returns: returns.one(AssetDto),
  })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset'>) {
    return this.queries.execute(new ViewAsset(actor, ids.assetId, filesUrl));
  }
}
