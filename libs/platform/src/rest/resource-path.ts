import { notFound } from '../core/errors.js';
import { isId } from '../core/ids.js';
import type { Caller } from '../auth/caller.js';
import { visibilityOf } from '../auth/visibility.js';
import { snakeCase } from '../persistence/snake-names.js';

/** The table or view in which the id of a path parameter is looked up, by the name of the parameter. */
export type PathTables = Readonly<Record<string, string | PathTable>>;

export interface PathTable {
  table: string;
  /** The parameters before it that are columns of the table (`<parameter>_id`). Default: all of them. */
  parents?: readonly string[];
}

/** Checks, with one SQL condition for each route, that everything a path names exists and is visible to its caller. */
export class PathResolver {
  private compiled: string | undefined;

  constructor(
    readonly parameters: readonly string[],
    private readonly tables: PathTables,
  ) {}

  /**
   * The condition over `:<parameter>` and `:accounts`; `true` for a path without ids. It is compiled on first use, when all contexts are loaded.
   * @throws Error for a parameter that has no table
   */
  get exists(): string {
    return (this.compiled ??= this.parameters.map((_, at) => this.condition(at)).join(' and ') || 'true');
  }

  /** What its queries read last, by which the pool is shared out: `catalog.unit`, `asset`. */
  get target(): string {
    const last = this.parameters.at(-1) ?? '';
    const declared = this.tables[last];
    return (typeof declared === 'string' ? declared : declared?.table) ?? last;
  }

  private condition(at: number): string {
    const parameter = this.parameters[at]!;
    const visible = visibilityOf(parameter);
    if (visible !== undefined) return visible;
    const declared = this.tables[parameter];
    if (!declared) throw new Error(`@Resource declares no table for {${parameter}}`);
    const { table, parents = this.parameters.slice(0, at) } =
      typeof declared === 'string' ? { table: declared } : declared;
    const columns = parents.map((name) => ` and named.${snakeCase(name)}_id = :${name}`).join('');
    return `exists (select 1 from ${table} named where named.id = :${parameter}${columns})`;
  }
}

/** The path of one request: the ids in it, and whose request it is. */
export class ResourcePath {
  private readonly values: Readonly<Record<string, string>>;

  /** @throws Problem 404 for what cannot be an id */
  constructor(
    readonly resolver: PathResolver,
    readonly caller: Caller,
    parameters: Readonly<Record<string, string>>,
  ) {
    this.values = Object.fromEntries(resolver.parameters.map((name) => [name, parameters[name]!]));
    for (const id of Object.values(this.values)) if (!isId(id)) throw notFound();
  }

  /** By their names in use cases: `assetId` of `:asset`. */
  get ids(): Record<string, string> {
    const ids: Record<string, string> = {};
    for (const parameter in this.values) ids[`${parameter}Id`] = this.values[parameter]!;
    return ids;
  }

  /** The last id: of the resource that an update names. */
  get lastId(): string | undefined {
    return this.values[this.resolver.parameters.at(-1) ?? ''];
  }

  /** Values of the parameters of `PathResolver.exists`. */
  get sqlValues(): Record<string, unknown> {
    return { ...this.values, accounts: this.caller.accounts };
  }
}
