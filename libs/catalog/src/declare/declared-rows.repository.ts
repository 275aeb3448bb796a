import { Database, type Faults, invalid } from '@app/kernel';
import { Injectable } from '@nestjs/common';

/** What became of a declared thing. */
export interface Declared {
  id: string;
  made: 'created' | 'changed' | 'unchanged';
}

/** A table of things of an asset, whose rows can be declared. */
export interface DeclaredTable {
  table: string;
  /** SQL types of the columns that a declaration gives, named as on the wire */
  columns: Record<string, string>;
  /** the columns by which a thing is found within its asset; the last one is named when that is ambiguous */
  key: string[];
  /** SQL of what a new row has where its declaration gives nothing */
  defaults?: Record<string, string>;
}

export type DeclaredRow = Record<string, unknown>;

interface Found {
  n: number;
  id: string | null;
  count: number;
}

/** Makes any number of declared rows true in three statements: find, change what differs, create what is missing. */
@Injectable()
export class DeclaredRows {
  constructor(private readonly database: Database) {}

  /**
   * Only inside a unit of work. No two rows may have the same key.
   * @returns what became of each row, in their order
   * @throws Problem invalid, naming rows (`3.name`) whose key more than one thing of the asset has
   */
  async declare(table: DeclaredTable, assetId: string, rows: readonly DeclaredRow[]): Promise<Declared[]> {
    if (rows.length === 0) return [];
    const found = await this.find(table, assetId, rows);
    const changed = await this.change(table, assetId, withIds(rows, found));
    const created = await this.create(table, assetId, withoutIds(rows, found));
    return rows.map((row, n) => {
      const id = found[n]!;
      if (id === null) return { id: created.get(keyOf(table, row))!, made: 'created' };
      return { id, made: changed.has(id) ? 'changed' : 'unchanged' };
    });
  }

  private async find(table: DeclaredTable, asset: string, rows: readonly DeclaredRow[]): Promise<(string | null)[]> {
    const same = table.key.map((column) => ` and stored.${column} = given.${column}`).join('');
    const found = await this.database.rows<Found>(
      `select given.n, min(stored.id)::text as id, count(stored.id)::int as count
       from ${given(table, 'n int')} left join ${table.table} stored on stored.asset_id = :asset${same}
       group by given.n order by given.n`,
      { asset, rows: JSON.stringify(rows.map((row, n) => ({ ...row, n }))) },
    );
    const faults: Faults = {};
    for (const { n, count } of found)
      if (count > 1) faults[`${n}.${table.key.at(-1)}`] = [`stands for ${count} things that are stored already`];
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return found.map(({ id }) => id);
  }

  /** What is not given keeps its value. */
  private async change(table: DeclaredTable, asset: string, rows: DeclaredRow[]): Promise<Set<string>> {
    const columns = Object.keys(table.columns);
    const next = columns.map((column) => `coalesce(given.${column}, stored.${column})`);
    const changed = await this.database.rows<{ id: string }>(
      `update ${table.table} stored
       set ${columns.map((column, at) => `${column} = ${next[at]}`).join(', ')}, updated_at = now()
       from ${given(table, 'id bigint')}
       where stored.asset_id = :asset and stored.id = given.id
         and (${columns.map((column) => `stored.${column}`).join(', ')}) is distinct from (${next.join(', ')})
       returning stored.id::text`,
      { asset, rows: JSON.stringify(rows) },
    );
    return new Set(changed.map(({ id }) => id));
  }

  private async create(table: DeclaredTable, asset: string, rows: DeclaredRow[]): Promise<Map<string, string>> {
    const columns = Object.keys(table.columns);
    const values = columns.map((column) => {
      const otherwise = table.defaults?.[column];
      return otherwise === undefined ? `given.${column}` : `coalesce(given.${column}, ${otherwise})`;
    });
    const created = await this.database.rows<{ id: string } & DeclaredRow>(
      `insert into ${table.table} (asset_id, ${columns.join(', ')})
       select :asset, ${values.join(', ')} from ${given(table, 'n int')} order by given.n
       returning id::text, ${table.key.join(', ')}`,
      { asset, rows: JSON.stringify(rows.map((row, n) => ({ ...row, n }))) },
    );
    return new Map(created.map((row) => [keyOf(table, row), row.id]));
  }
}

function given({ columns }: DeclaredTable, first: string): string {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `json_to_recordset(:rows::json) as given(${[first, ...typed].join(', ')})`;
}

const keyOf = ({ key }: DeclaredTable, row: DeclaredRow): string => JSON.stringify(key.map((column) => row[column]));

const withIds = (rows: readonly DeclaredRow[], ids: (string | null)[]): DeclaredRow[] =>
  rows.flatMap((row, n) => (ids[n] === null ? [] : [{ ...row, id: ids[n] }]));

const withoutIds = (rows: readonly DeclaredRow[], ids: (string | null)[]): DeclaredRow[] =>
  rows.filter((_, n) => ids[n] === null);
