import { AssetDto, ListAssets, ViewAsset } from '@app/catalog/contract';
import { Call, list, one, Operation, Resource } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';

@Resource('assets', { tag: 'Assets' })
export class AssetController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', { id: 'ai-list-assets', summary: 'List assets', returns: list(AssetDto) })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListAssets(scope, page));
  }

  @Operation('GET', ':asset', { id: 'ai-view-asset', summary: 'View asset', returns: one(AssetDto) })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewAsset(scope));
  }
}
