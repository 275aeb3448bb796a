import { Database } from '@app/platform/persistence';
import { type FieldErrors, invalid } from '@app/platform/core';
import { FileContent, Files } from '@app/platform/files';
import { Injectable } from '@nestjs/common';
import type { Declared, DeclaredRow, DeclaredTable, Gone } from './declared.value.js';

interface Found {
  n: number;
  id: string | null;
  count: number;
  fixed: string | null;
}

/** Makes any number of declared rows true in three statements: find, change what differs, create what is missing. */
@Injectable()
export class DeclaredRows {
  constructor(
    private readonly database: Database,
    private readonly files: Files,
  ) {}

  /**
   * Only inside a unit of work. No two rows may have the same key. A field that is not given keeps its value; null clears it.
   * @returns what became of each row, in their order
   * @throws Problem invalid, naming rows (`3.name`) whose key more than one thing of the asset has
   */
  async declare(table: DeclaredTable, assetId: string, given: readonly DeclaredRow[]): Promise<Declared[]> {
    if (given.length === 0) return [];
    const rows = given.map(stored);
    const found = await this.find(table, assetId, rows);
    const changed = await this.change(table, assetId, withIds(rows, found));
    const created = await this.create(table, assetId, withoutIds(rows, found));
    await this.files.keep(...given.flatMap((row) => Object.values(row)));
    return rows.map((row, n) => {
      const id = found[n]!;
      if (id === null) return { id: created.get(keyOf(table, row))!, made: 'created' };
      return { id, made: changed.has(id) ? 'changed' : 'unchanged' };
    });
  }

  /** Removes what is not among the kept ids. Only inside a unit of work. @param within columns that say of what: a filter, a group */
  prune(
    { table, key }: Pick<DeclaredTable, 'table' | 'key'>,
    asset: string,
    keep: readonly string[],
    within: Record<string, string> = {},
  ): Promise<Gone[]> {
    const ofIt = Object.keys(within).map((column) => ` and ${column} = :${column}`);
    return this.database.rows<Gone>(
      `with gone as (
         delete from ${table} where asset_id = :asset and not id = any (:keep::bigint[])${ofIt.join('')}
         returning id, ${key.at(-1)} as name
       ) select id::text, name from gone order by gone.id`,
      { asset, keep, ...within },
    );
  }

  private async find(table: DeclaredTable, asset: string, rows: readonly DeclaredRow[]): Promise<(string | null)[]> {
    const same = table.key.map((column) => ` and stored.${column} = given.${column}`).join('');
    const found = await this.database.rows<Found>(
      `select given.n, min(stored.id)::text as id, count(stored.id)::int as count,
         ${table.fixed ? `min(stored.${table.fixed})` : 'null'} as fixed
       from ${givenRows(table, 'n int')} left join ${table.table} stored on stored.asset_id = :asset${same}
       group by given.n order by given.n`,
      { asset, rows: JSON.stringify(rows.map((row, n) => ({ ...row, n }))) },
    );
    const faults: FieldErrors = {};
    for (const { n, count, fixed } of found) {
      if (count > 1) faults[`${n}.${table.key.at(-1)}`] = [`stands for ${count} things that are stored already`];
      else if (fixed !== null && fixed !== rows[n]![table.fixed!])
        faults[`${n}.${table.fixed}`] = [`cannot be changed: it is ${fixed}`];
    }
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return found.map(({ id }) => id);
  }

  private async change(table: DeclaredTable, asset: string, rows: DeclaredRow[]): Promise<Set<string>> {
    const columns = Object.keys(table.columns);
    const next = columns.map((column) => `case when ${isGiven(column)} then given.${column} else stored.${column} end`);
    const changed = await this.database.rows<{ id: string }>(
      `update ${table.table} stored
       set ${columns.map((column, at) => `${column} = ${next[at]}`).join(', ')}, updated_at = now()
       from ${givenRows(table, 'id bigint')}
       where stored.asset_id = :asset and stored.id = given.id
         and (${columns.map((column) => `stored.${column}`).join(', ')}) is distinct from (${next.join(', ')})
       returning stored.id::text`,
      { asset, rows: JSON.stringify(rows) },
    );
    return new Set(changed.map(({ id }) => id));
  }

  private async create(table: DeclaredTable, asset: string, rows: DeclaredRow[]): Promise<Map<string, string>> {
    if (rows.length === 0) return new Map();
    const columns = Object.keys(table.columns);
    const values = columns.map((column) => {
      const otherwise = table.defaults?.[column];
      return otherwise === undefined
        ? `given.${column}`
        : `case when ${isGiven(column)} then given.${column} else ${otherwise} end`;
    });
    const created = await this.database.rows<{ id: string } & DeclaredRow>(
      `insert into ${table.table} (asset_id, ${columns.join(', ')})
       select :asset, ${values.join(', ')} from ${givenRows(table, 'n int')} order by given.n
       returning id::text, ${table.key.join(', ')}`,
      { asset, rows: JSON.stringify(rows.map((row, n) => ({ ...row, n }))) },
    );
    return new Map(created.map((row) => [keyOf(table, row), row.id]));
  }
}

/** As in the table: files by their names, and what is given by its names too, because null is given as well. */
function stored(row: DeclaredRow): DeclaredRow {
  const given = Object.entries(row).filter(([, value]) => value !== undefined);
  const values = given.map(([name, value]) => [name, value instanceof FileContent ? value.name : value]);
  return { ...Object.fromEntries(values), given: given.map(([name]) => name) };
}

const isGiven = (column: string): string => `'${column}' = any (given.given)`;

function givenRows({ columns }: DeclaredTable, first: string): string {
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`);
  return `json_to_recordset(:rows::json) as given(${[first, 'given text[]', ...typed].join(', ')})`;
}

const keyOf = ({ key }: DeclaredTable, row: DeclaredRow): string => JSON.stringify(key.map((column) => row[column]));

const withIds = (rows: readonly DeclaredRow[], ids: (string | null)[]): DeclaredRow[] =>
  rows.flatMap((row, n) => (ids[n] === null ? [] : [{ ...row, id: ids[n] }]));

const withoutIds = (rows: readonly DeclaredRow[], ids: (string | null)[]): DeclaredRow[] =>
  rows.filter((_, n) => ids[n] === null);
