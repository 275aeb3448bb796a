import { HeldAssets, type Scope } from '@app/platform/auth';
import { JsonRows, type Page, type Reply } from '@app/platform/rest';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export class ListAssetReferences extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
  ) {
    super();
  }
}

export class ViewAssetReference extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly id = scope.id('reference'),
  ) {
    super();
  }
}

/** Which third-party id, in which system. */
export interface Match {
  key: string;
  value: string;
}

/** Whatever asset that the caller sees has this value. */
export class FindAssetReferences extends Query<Reply> {
  constructor(
    readonly scope: Scope,
    readonly page: Page,
    readonly match: Match,
  ) {
    super();
  }
}

const REFERENCE = `reference.id::text, reference.asset_id::text, reference.name, reference.description, reference.key,
  reference.value, reference.created_at, reference.updated_at`;

/** `offset 0`: asked for each that is found; all assets that the caller sees would be gathered first for the few that are. */
const SEEN = `(:accounts::bigint[] is null or exists (select from catalog.account_asset_v1 seen
  where seen.asset_id = reference.asset_id and seen.account_id = any (:accounts) offset 0))`;

@QueryHandler(ListAssetReferences)
export class ListAssetReferencesHandler implements IQueryHandler<ListAssetReferences> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, page }: ListAssetReferences): Promise<Reply> {
    return this.rows.page(scope, page, {
      from: 'reference.asset_reference reference',
      where: 'reference.asset_id = :asset',
      select: REFERENCE,
    });
  }
}

@QueryHandler(ViewAssetReference)
export class ViewAssetReferenceHandler implements IQueryHandler<ViewAssetReference> {
  constructor(private readonly rows: JsonRows) {}

  execute({ scope, id }: ViewAssetReference): Promise<Reply> {
    return this.rows.one(scope, {
      from: 'reference.asset_reference reference',
      where: 'reference.asset_id = :asset and reference.id = :id',
      select: REFERENCE,
      values: { id },
    });
  }
}

@QueryHandler(FindAssetReferences)
export class FindAssetReferencesHandler implements IQueryHandler<FindAssetReferences> {
  constructor(
    private readonly rows: JsonRows,
    private readonly held: HeldAssets,
  ) {}

  async execute({ scope, page, match }: FindAssetReferences): Promise<Reply> {
    const held = await this.held.ids(scope.caller);
    const few = held ? ' and reference.asset_id = any (:held::bigint[])' : '';
    return this.rows.page(scope, page, {
      from: 'reference.asset_reference reference',
      where: `reference.key = :key and reference.value = :value and ${SEEN}${few}`,
      select: REFERENCE,
      values: { ...match, held },
    });
  }
}
