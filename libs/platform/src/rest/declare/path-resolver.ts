import type { Caller } from '../../auth/caller.js';
import { pathCondition, type PathTables } from '../../auth/visibility.js';
import { notFound } from '../../core/model/errors.js';
import { isId } from '../../core/model/ids.js';

/** The resources in the path of an operation. */
export class PathResolver {
  private compiled: string | undefined;

  constructor(
    readonly parameters: readonly string[],
    private readonly tables: PathTables,
  ) {}

  /**
   * SQL condition over `:<parameter>`, `:accounts`, `:assets` and `:permissions` that they exist and are visible. Compiled on first use, after all contexts are
   * loaded.
   * @throws Error for a parameter that has no table
   */
  get exists(): string {
    return (this.compiled ??= pathCondition(this.parameters, this.tables));
  }

  /** The last resource of the path, which selects the bulkhead: that of reads of `catalog.unit`, and one for `asset`. */
  get target(): string {
    const last = this.parameters.at(-1) ?? '';
    const declared = this.tables[last];
    return (typeof declared === 'string' ? declared : declared?.table) ?? last;
  }

  /** The ids of a request by property name: `assetId` for `:asset`. @throws Problem 404 for a malformed id */
  idsIn(params: Readonly<Record<string, string>>): Record<string, string> {
    const ids: Record<string, string> = {};
    for (const name of this.parameters) {
      const id = params[name]!;
      if (!this.isNamed(name) && !isId(id)) throw notFound();
      ids[`${name}Id`] = id;
    }
    return ids;
  }

  private isNamed(parameter: string): boolean {
    const declared = this.tables[parameter];
    return typeof declared === 'object' && declared.column !== undefined;
  }

  valuesOf(ids: Readonly<Record<string, string>>, { accounts, assets, permissions }: Caller): Record<string, unknown> {
    const named = Object.fromEntries(this.parameters.map((name) => [name, ids[`${name}Id`]]));
    return { ...named, accounts, assets, permissions };
  }
}
