import { isVisible, visibleAssetIds } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { Database, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { assetRows, columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AssetReference } from './asset-reference.aggregate.js';

/** A third-party id and its system. */
export interface Match {
  key: string;
  value: string;
}

/** Finds visible assets with this value. */
export class FindAssetReferences extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly match: Match,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export const REFERENCES = assetRows('reference.asset_reference', columnsOf(AssetReference, 'asset_reference'));

/** `offset 0` evaluates visibility per match; otherwise Postgres would collect all visible assets first. */
const VISIBLE = isVisible('asset_reference.asset_id', 'offset 0');

@QueryHandler(FindAssetReferences)
export class FindAssetReferencesHandler implements IQueryHandler<FindAssetReferences> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ actor, page, match }: FindAssetReferences): Promise<JsonPage> {
    const visible = await visibleAssetIds(this.database, actor);
    const few = visible ? ' and asset_reference.asset_id = any (:visible::bigint[])' : '';
    return this.json.page(page, {
      ...REFERENCES,
      where: `asset_reference.key = :key and asset_reference.value = :value and ${VISIBLE}${few}
        and exists (select from catalog.asset_v1 asset where asset.id = asset_reference.asset_id)`,
      values: { accounts: actor.accounts, assets: actor.assets, ...match, visible },
    });
  }
}
