import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../auth/caller.js';
import { visibilityOf } from '../auth/visibility.js';
import type { Ids } from '../core/ids.js';
import type { Json, JsonPage, PageRequest } from '../persistence/json.js';
import { type Condition, JsonQuery, type ListQuery, type RowQuery } from '../persistence/json-query.js';

/**
 * The rows of a table of `AssetOwned` entities, to list and view: id and asset, these columns, timestamps. A join, an order or a
 * condition is added to it: `{ ...assetRows(...), order: 'floor.sort, floor.id' }`.
 */
export function assetRows(table: string, columns: string): ListQuery {
  const row = table.slice(table.indexOf('.') + 1);
  return {
    from: `${table} ${row}`,
    where: `${row}.asset_id = :asset`,
    select: `${row}.id::text, ${row}.asset_id::text, ${columns}, ${row}.created_at, ${row}.updated_at`,
  };
}

/** Lists a page of the resources of an asset: of those among `rows`, whose condition compares with `:asset`. */
export class ListResources extends Query<JsonPage> {
  constructor(
    readonly rows: ListQuery,
    readonly actor: Actor,
    readonly assetId: string,
    readonly page: PageRequest,
    /** base URL of stored files, `:files` in the SQL of resources that have some */
    readonly filesUrl?: string,
  ) {
    super();
  }
}

/** Reads one resource of an asset: the one with this id among `rows`. */
export class ViewResource extends Query<Json> {
  constructor(
    readonly rows: RowQuery,
    readonly actor: Actor,
    readonly assetId: string,
    readonly id: string,
    /** base URL of stored files, `:files` in the SQL of resources that have some */
    readonly filesUrl?: string,
  ) {
    super();
  }
}

/** Base of a query that lists the resources below another: `ListNestedResources<'group'>`. */
export abstract class ListNestedResources<Parent extends string> extends Query<JsonPage> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | Parent>,
    readonly page: PageRequest,
  ) {
    super();
  }
}

/** Base of a query that reads a resource below another: `ViewNestedResource<'group' | 'description'>`. */
export abstract class ViewNestedResource<Path extends string> extends Query<Json> {
  constructor(
    readonly actor: Actor,
    readonly ids: Ids<'asset' | Path>,
  ) {
    super();
  }
}

/** The asset exists and is visible to the actor. */
function visible({ accounts }: Actor, asset: string): Condition {
  const sql = visibilityOf('asset');
  if (sql === undefined) throw new Error('No context declares who sees an asset');
  return { sql, values: { asset, accounts } };
}

const filesOf = (filesUrl: string | undefined) => filesUrl !== undefined && { values: { files: filesUrl } };

@QueryHandler(ListResources)
export class ListResourcesHandler implements IQueryHandler<ListResources> {
  constructor(private readonly json: JsonQuery) {}

  execute({ rows, actor, assetId, page, filesUrl }: ListResources): Promise<JsonPage> {
    return this.json.page(page, { ...rows, requires: visible(actor, assetId), ...filesOf(filesUrl) });
  }
}

@QueryHandler(ViewResource)
export class ViewResourceHandler implements IQueryHandler<ViewResource> {
  constructor(private readonly json: JsonQuery) {}

  execute({ rows, actor, assetId, id, filesUrl }: ViewResource): Promise<Json> {
    return this.json.one({ ...rows, requires: visible(actor, assetId), ...filesOf(filesUrl) }, id);
  }
}
