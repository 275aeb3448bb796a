import { notFound } from '../core/errors.js';
import { isId } from '../core/ids.js';
import type { Caller } from '../auth/caller.js';
import { visibilityOf } from '../auth/visibility.js';
import { snakeCase } from '../persistence/snake-names.js';

/** Tables or views by path parameter, in which its id is looked up. */
export type PathTables = Readonly<Record<string, string | PathTable>>;

interface PathTable {
  table: string;
  /** Preceding parameters that the table has as columns (`<parameter>_id`); default: all. */
  parents?: readonly string[];
}

/** Checks with one SQL condition per route that every resource in the path exists and is visible to the caller. */
export class PathResolver {
  private compiled: string | undefined;

  constructor(
    readonly parameters: readonly string[],
    private readonly tables: PathTables,
  ) {}

  /**
   * SQL condition over `:<parameter>` and `:accounts`; `true` for a path without ids. Compiled on first use, after all contexts are
   * loaded.
   * @throws Error for a parameter that has no table
   */
  get exists(): string {
    return (this.compiled ??= this.parameters.map((_, at) => this.condition(at)).join(' and ') || 'true');
  }

  /** The last resource of the path, which selects the bulkhead: `catalog.unit`, `asset`. */
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

/** The path of a request: its ids and its caller. */
export class ResourcePath {
  /** by parameter */
  private readonly values: Record<string, string> = {};
  /** by property name: `assetId` for `:asset` */
  readonly ids: Record<string, string> = {};

  /** @throws Problem 404 for a malformed id */
  constructor(
    readonly resolver: PathResolver,
    readonly caller: Caller,
    parameters: Readonly<Record<string, string>>,
  ) {
    for (const name of resolver.parameters) {
      const id = parameters[name]!;
      if (!isId(id)) throw notFound();
      this.values[name] = id;
      this.ids[`${name}Id`] = id;
    }
  }

  /** The last id, which identifies the resource of an update. */
  get lastId(): string | undefined {
    return this.values[this.resolver.parameters.at(-1) ?? ''];
  }

  /** Parameter values for `PathResolver.exists`. */
  get sqlValues(): Record<string, unknown> {
    return { ...this.values, accounts: this.caller.accounts };
  }
}
