import { snakeCase } from '../core/model/names.js';

const visibility = new Map<string, string>();

/** Declares the SQL condition under which an actor (`:accounts`, `:assets`) sees the resource named by a path parameter. The owning context calls it. */
export const declareVisibility = (parameter: string, sql: string): void => void visibility.set(parameter, sql);

/** Tables or views by path parameter, in which its id is looked up. */
export type PathTables = Readonly<Record<string, string | PathTable>>;

interface PathTable {
  table: string;
  /** Preceding parameters that the table has as columns (`<parameter>_id`); default: all. */
  parents?: readonly string[];
  /** column of a name that identifies the resource; default: `id`, which is a number */
  column?: string;
}

/**
 * SQL condition over `:<parameter>`, `:accounts` and `:assets`: every resource in a path exists below those before it, and the actor sees it.
 * @throws Error for a parameter that has no table
 */
export const pathCondition = (parameters: readonly string[], tables: PathTables): string =>
  parameters.map((parameter, at) => condition(parameter, parameters.slice(0, at), tables)).join(' and ') || 'true';

function condition(parameter: string, before: readonly string[], { [parameter]: declared }: PathTables): string {
  const visible = visibility.get(parameter);
  if (visible !== undefined) return visible;
  if (declared === undefined)
    throw new Error(`No table is declared for {${parameter}}: name it in the \`tables\` of @Resource`);
  const {
    table,
    parents = before,
    column = 'id',
  } = typeof declared === 'string' ? ({ table: declared } as PathTable) : declared;
  const columns = parents.map((name) => ` and named.${snakeCase(name)}_id = :${name}`).join('');
  return `exists (select 1 from ${table} named where named.${column} = :${parameter}${columns})`;
}
