import type { Type } from '@nestjs/common';
import type { IdReference } from '../persistence/aggregates/reference-validator.js';
import { jsonArray } from '../persistence/reads/json-query.js';
import { snakeCase } from '../core/model/names.js';
import { type EntityColumn, entityTable } from './entity-columns.js';
import type { Resource } from './resource.js';
import { parentIds, type Parents, type PathIds, type ResourceRows } from './resource-queries.js';

interface Options {
  /** its primary key is asset, owner and assigned resource, in this order; other columns are values of the assignment */
  entity: Type;
  /** class of the items, in requests, responses and provision files */
  dto: Type<object>;
  owner: abstract new (...fields: never[]) => Resource;
  /** tables of the path ids below the asset; the last one is the owner's */
  parents: Parents;
  /** tables of the ids in a batch, by field; `below` is the parent to which they must belong */
  references: Readonly<Record<string, string | { table: string; below: string }>>;
  /** throws if owners of this `type` accept no assignments */
  checkType?: (type: never) => void;
  /** rows of lists, if they differ from the stored assignments */
  rows?: ResourceRows;
}

/** Values by property, as in a batch. */
export type Item = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Assignments to a resource of an asset, such as of units to a filter option, stored in their own table. */
export class Assignments {
  readonly rows: ResourceRows;
  private readonly table: string;
  /** the column with the id of the owner */
  private readonly owner: string;
  /** the column with the id of the assigned resource */
  readonly assigned: EntityColumn;
  readonly values: readonly EntityColumn[];
  private readonly columns: EntityColumn[];

  constructor(readonly options: Options) {
    const { table, columns } = entityTable(options.entity);
    const [, owner, assigned] = columns.filter(({ isPrimary }) => isPrimary);
    this.values = columns.filter(({ isPrimary }) => !isPrimary);
    this.table = table;
    this.owner = owner!.name;
    this.assigned = assigned!;
    this.columns = [this.assigned, ...this.values];
    const { parents, checkType, rows = this.storedRows } = options;
    this.rows = { ...rows, parents, ...(checkType && { checkType }) };
  }

  idsOf = (items: readonly Item[]): string[] => items.map((item) => item[this.assigned.property] as string);

  pick = (item: Item): Item => Object.fromEntries(this.columns.map(({ property }) => [property, item[property]]));

  /** Null in a value that is not nullable removes the assignment. */
  isRemoved = (item: Item): boolean => this.columns.some((each) => !each.isNullable && item[each.property] === null);

  /** The path ids of an owner directly below the asset. */
  idsOfOwner = (assetId: string, id: string): PathIds => ({
    assetId,
    [`${Object.keys(this.options.parents).at(-1)}Id`]: id,
  });

  ownerId = (ids: PathIds): string => Object.values(parentIds(ids, this.options.parents)).at(-1)!;

  references(ids: PathIds, items: readonly Item[]): IdReference[] {
    return Object.entries(this.options.references).flatMap(([property, reference]) => {
      const { table, below = '' } = typeof reference === 'string' ? { table: reference } : reference;
      const parent = below && ([below, parentIds(ids, this.options.parents)[below]!] as const);
      return items
        .map((item, at) => ({ path: `data.${at}.${snakeCase(property)}`, table, id: item[property] as string }))
        .filter(({ id }) => id !== undefined)
        .map((each) => (parent ? { ...each, parent } : each));
    });
  }

  /** Inserts or updates; unchanged rows are not written. Parameters: `asset`, `owner` and an array for each column. */
  get assignSql(): string {
    const names = this.columns.map(({ name }) => name);
    const [assigned, ...values] = names;
    const set = values.map((name) => `${name} = excluded.${name}`).join(', ');
    const differs = values.map((name) => `stored.${name} is distinct from excluded.${name}`).join(' or ');
    const sent = this.columns.map(({ property, type }) => `:${property}::${type}[]`).join(', ');
    return `insert into ${this.table} as stored (asset_id, ${this.owner}, ${names.join(', ')})
      select :asset, :owner, sent.* from unnest(${sent}) sent (${names.join(', ')}) order by sent.${assigned}
      on conflict (asset_id, ${this.owner}, ${assigned}) do ${set ? `update set ${set} where ${differs}` : 'nothing'}`;
  }

  get removeSql(): string {
    return `delete from ${this.table}
      where asset_id = :asset and ${this.owner} = :owner and ${this.assigned.name} = any (:removed::bigint[])`;
  }

  /** Values as in a batch, by property. */
  get storedSql(): string {
    const columns = this.columns.map(({ name, property, type }) => `${asSent(name, type)} as "${property}"`);
    return `select ${columns.join(', ')} from ${this.table} where asset_id = :asset and ${this.owner} = :owner`;
  }

  /** SQL of a JSON array of the ids assigned to an owner with their values, in ascending order. Parameter: `assetId`. */
  assignedTo(owner: string): string {
    const columns = this.columns.map(({ name, type }) => `held.${name}${type === 'bigint' ? '::text' : ''}`).join(', ');
    const rows = `select ${columns} from ${this.table} held where held.asset_id = :assetId and held.${this.owner} = ${owner}`;
    return jsonArray(rows, `part.${this.assigned.name}::bigint`);
  }

  private get storedRows(): ResourceRows {
    const parents = Object.keys(this.options.parents);
    const ids = parents.map((name) => `:${name}::bigint::text as ${snakeCase(name)}_id`);
    const own = this.columns.map(({ name }) => `assigned.${name}${name.endsWith('_id') ? '::text' : ''}`);
    return {
      from: `(select stored.*, stored.${this.assigned.name} as id from ${this.table} stored) assigned`,
      where: `assigned.asset_id = :asset and assigned.${this.owner} = :${parents.at(-1)}`,
      select: ['assigned.asset_id::text', ...ids, ...own].join(', '),
    };
  }
}

/** SQL of a value as class instances have it. */
function asSent(name: string, type: string): string {
  if (type === 'timestamptz') return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
  return ['bigint', 'date'].includes(type) ? `${name}::text` : name;
}
