import { isVisible, visibleAsset, visibleAssetIds } from '@app/catalog/contract';
import { type Actor } from '@app/platform/auth';
import { type Ids } from '@app/platform/core';
import { Database, type Json, type JsonPage, JsonQuery, type PageRequest } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListAssetReferences extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class ViewAssetReference extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | 'reference'>,
  ) {
    super();
  }
}

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

const REFERENCE = `reference.id::text, reference.asset_id::text, reference.name, reference.description, reference.key,
  reference.value, reference.created_at, reference.updated_at`;

/** `offset 0` evaluates visibility per match; otherwise Postgres would collect all visible assets first. */
const VISIBLE = isVisible('reference.asset_id', 'offset 0');

@QueryHandler(ListAssetReferences)
export class ListAssetReferencesHandler implements IQueryHandler<ListAssetReferences> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, assetId, page }: ListAssetReferences): Promise<JsonPage> {
    return this.json.page(page, {
      requires: visibleAsset(actor, assetId),
      from: 'reference.asset_reference reference',
      where: 'reference.asset_id = :asset',
      select: REFERENCE,
    });
  }
}

@QueryHandler(ViewAssetReference)
export class ViewAssetReferenceHandler implements IQueryHandler<ViewAssetReference> {
  constructor(private readonly json: JsonQuery) {}

  execute({ actor, ids }: ViewAssetReference): Promise<Json> {
    return this.json.one({
      requires: visibleAsset(actor, ids.assetId),
      from: 'reference.asset_reference reference',
      where: 'reference.asset_id = :asset and reference.id = :id',
      select: REFERENCE,
      values: { id: ids.referenceId },
    });
  }
}

@QueryHandler(FindAssetReferences)
export class FindAssetReferencesHandler implements IQueryHandler<FindAssetReferences> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ actor, page, match }: FindAssetReferences): Promise<JsonPage> {
    const visible = await visibleAssetIds(this.database, actor);
    const few = visible ? ' and reference.asset_id = any (:visible::bigint[])' : '';
    return this.json.page(page, {
      from: 'reference.asset_reference reference',
      where: `reference.key = :key and reference.value = :value and ${VISIBLE}${few}`,
      select: REFERENCE,
      values: { accounts: actor.accounts, ...match, visible },
    });
  }
}
