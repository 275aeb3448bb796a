import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Actor } from '../auth/caller.js';
import { pathCondition } from '../auth/visibility.js';
import { notFound } from '../core/model/errors.js';
import type { Ids } from '../core/model/ids.js';
import { Database } from '../persistence/connection/database.js';
import type { Json, JsonList, JsonPage, PageRequest } from '../persistence/reads/json.js';
import {
  type Condition,
  jsonByType,
  JsonQuery,
  type ListQuery,
  type RowQuery,
} from '../persistence/reads/json-query.js';

/**
 * The rows of a table of `AssetOwned` entities, to list and view: id and asset, these columns, timestamps. A join, an order or a
 * condition is added to it: `{ ...assetRows(...), order: 'floor.sort, floor.id' }`.
 */
export function assetRows(table: string, columns: string): ListQuery {
  const row = nameOf(table);
  return { ...ofAsset(table), select: selected(row, columns) };
}

/** The same for a table whose rows have the columns of their `type`, such as `{ range: 'filter.name, filter.range_type' }`. */
export function assetRowsByType(table: string, columnsByType: Readonly<Record<string, string>>): ListQuery {
  const row = nameOf(table);
  const selects = Object.entries(columnsByType).map(([type, columns]) => [type, selected(row, columns)] as const);
  return { ...ofAsset(table), expression: jsonByType(`${row}.type`, Object.fromEntries(selects)) };
}

const nameOf = (table: string) => table.slice(table.indexOf('.') + 1);

const ofAsset = (table: string) => ({
  from: `${table} ${nameOf(table)}`,
  where: `${nameOf(table)}.asset_id = :asset`,
});

const selected = (row: string, columns: string) =>
  `${row}.id::text, ${row}.asset_id::text, ${columns}, ${row}.created_at, ${row}.updated_at`;

/** Tables of the path parameters between the asset and the resource, in order: `{ group: 'merchandising.description_group' }`. */
export type Parents = Readonly<Record<string, string>>;

interface ReadableRows extends RowQuery {
  parents?: Parents;
}

export interface ResourceRows extends ListQuery, ReadableRows {
  /** throws if parents of this `type` have no such resources */
  checkType?: (type: never) => void;
}

/** The ids in a path, including those of the parents: `{ assetId, groupId }`. */
export type PathIds = Ids<'asset'>;

/** Lists a page of the resources of an asset. Conditions compare with `:asset` and the ids of the parents, such as `:group`. */
export class ListResources extends Query<JsonPage> {
  constructor(
    readonly rows: ResourceRows,
    readonly actor: Actor,
    readonly ids: PathIds,
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
    readonly rows: ReadableRows,
    readonly actor: Actor,
    readonly ids: PathIds,
    readonly id: string,
    /** base URL of stored files, `:files` in the SQL of resources that have some */
    readonly filesUrl?: string,
  ) {
    super();
  }
}

/** Reads the resources with these ids in this order, for the response to a batch. */
export class FindResources extends Query<JsonList> {
  constructor(
    readonly rows: ResourceRows,
    readonly ids: PathIds,
    readonly wanted: readonly string[],
  ) {
    super();
  }
}

const NO_PARENTS: Parents = {};

/** SQL of `reachable`, which is the same for every request. */
const reachableSql = new WeakMap<Parents, string>();

/** The actor sees the asset, and the parents exist. */
function reachable({ accounts, assets }: Actor, ids: PathIds, parents: Parents = NO_PARENTS): Condition {
  const values: Record<string, unknown> = { asset: ids.assetId, accounts, assets };
  for (const name of Object.keys(parents)) values[name] = (ids as Record<string, string>)[`${name}Id`];
  let sql = reachableSql.get(parents);
  if (sql === undefined) reachableSql.set(parents, (sql = pathCondition(['asset', ...Object.keys(parents)], parents)));
  return { sql, values };
}

/** Ids by parameter name: `{ group: '5' }` for `{ groupId: '5' }`. */
export const parentIds = (ids: PathIds, parents: Parents = {}): Record<string, string> =>
  Object.fromEntries(Object.keys(parents).map((name) => [name, (ids as Record<string, string>)[`${name}Id`]!]));

/** The rows that the actor may read. Not a literal with spreads, which takes ten times as long. */
const readable = <Rows extends ReadableRows>(rows: Rows, actor: Actor, ids: PathIds, files: string | undefined): Rows =>
  Object.assign(
    {},
    rows,
    { requires: reachable(actor, ids, rows.parents) },
    files === undefined ? undefined : { values: { files } },
  );

@QueryHandler(ListResources)
export class ListResourcesHandler implements IQueryHandler<ListResources> {
  constructor(
    private readonly json: JsonQuery,
    private readonly database: Database,
  ) {}

  async execute({ rows, actor, ids, page, filesUrl }: ListResources): Promise<JsonPage> {
    const read = readable(rows, actor, ids, filesUrl);
    if (rows.checkType) rows.checkType((await this.parentType(read)) as never);
    return this.json.page(page, read);
  }

  private async parentType({ parents, requires }: ResourceRows): Promise<unknown> {
    const { sql, values } = requires!;
    const [name, table] = Object.entries(parents!).at(-1)!;
    const ofParent = `select parent.type from ${table} parent where parent.asset_id = :asset and parent.id = :${name} and ${sql}`;
    const [parent] = await this.database.rows<{ type: unknown }>(ofParent, values, table);
    if (!parent) throw notFound();
    return parent.type;
  }
}

@QueryHandler(ViewResource)
export class ViewResourceHandler implements IQueryHandler<ViewResource> {
  constructor(private readonly json: JsonQuery) {}

  execute({ rows, actor, ids, id, filesUrl }: ViewResource): Promise<Json> {
    return this.json.one(readable(rows, actor, ids, filesUrl), id);
  }
}

@QueryHandler(FindResources)
export class FindResourcesHandler implements IQueryHandler<FindResources> {
  constructor(private readonly json: JsonQuery) {}

  execute({ rows, ids, wanted }: FindResources): Promise<JsonList> {
    return this.json.findByIds(wanted, { ...rows, values: { asset: ids.assetId, ...parentIds(ids, rows.parents) } });
  }
}
