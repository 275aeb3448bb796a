import { notFound } from '../core/errors.js';
import { isId } from '../core/ids.js';
import type { Caller } from '../auth/caller.js';
import { visibilityOf } from '../auth/visibility.js';

/** Where the id in a path is looked up, by the name of its path parameter: a table or view, and the columns that lead to it. */
export type Places = Record<string, string | Place>;

export interface Place {
  table: string;
  /** Path parameters before it that are columns of the table (`<parameter>_id`); default: all of them. */
  under?: string[];
}

/** Compiled once for a route: the SQL that says whether everything its path names exists and is visible. */
export class Route {
  /** table that the last id of the path is looked up in: what a request waits for when it waits */
  readonly table: string;
  private compiled: { exists: string; surroundings: string } | undefined;

  constructor(
    readonly parameters: readonly string[],
    private readonly places: Places,
    private readonly endsInParameter: boolean,
  ) {
    const place = places[parameters.at(-1) ?? ''];
    this.table = (typeof place === 'string' ? place : place?.table) ?? 'catalog.asset_v1';
  }

  /** all places of the path */
  get exists(): string {
    return this.conditions.exists;
  }

  /** all but a last one that is the resource itself: for queries that look that one up anyway */
  get surroundings(): string {
    return this.conditions.surroundings;
  }

  /** Not before all contexts are loaded. @throws Error for an id that nothing is declared for */
  private get conditions(): { exists: string; surroundings: string } {
    return (this.compiled ??= this.compile());
  }

  private compile(): { exists: string; surroundings: string } {
    const { parameters } = this;
    const conditions = parameters.map((parameter, at) => condition(parameter, parameters.slice(0, at), this.places));
    const around = this.endsInParameter && parameters.length > 1 ? conditions.slice(0, -1) : conditions;
    return { exists: conditions.join(' and ') || 'true', surroundings: around.join(' and ') || 'true' };
  }
}

/**
 * What one request may touch: the ids of its path and the accounts of its caller.
 * Every query and every unit of work on an asset takes one, so that neither can forget whose asset it is.
 */
export class Scope {
  constructor(
    readonly caller: Caller,
    readonly route: Route,
    private readonly ids: Readonly<Record<string, string>>,
  ) {
    for (const id of Object.values(ids)) if (!isId(id)) throw notFound();
  }

  /** The asset of the path. */
  get asset(): string {
    return this.id('asset');
  }

  id(parameter: string): string {
    const id = this.ids[parameter];
    if (id === undefined) throw new Error(`The path has no {${parameter}}`);
    return id;
  }

  has(parameter: string): boolean {
    return this.ids[parameter] !== undefined;
  }

  /** The ids by their names in use cases: `assetId` of `:asset`. */
  get named(): Record<string, string> {
    const named: Record<string, string> = {};
    for (const parameter in this.ids) named[`${parameter}Id`] = this.ids[parameter]!;
    return named;
  }

  /** Values of the SQL parameters in the route's conditions: `:asset`, `:unit`, ..., and `:accounts`. */
  get values(): Record<string, unknown> {
    return { ...this.ids, accounts: this.caller.accounts };
  }
}

function condition(parameter: string, before: readonly string[], places: Places): string {
  const visible = visibilityOf(parameter);
  if (visible !== undefined) return visible;
  const declared = places[parameter];
  if (!declared) throw new Error(`The controller declares no place for {${parameter}}`);
  const place: Place = typeof declared === 'string' ? { table: declared } : declared;
  const under = place.under ?? before;
  const columns = under.map((name) => ` and place.${column(name)}_id = :${name}`).join('');
  return `exists (select 1 from ${place.table} place where place.id = :${parameter}${columns})`;
}

const column = (parameter: string): string => parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
