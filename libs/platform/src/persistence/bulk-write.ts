import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';

type Column = EntityMetadata['columns'][number];
type Row = Record<string, unknown>;

/** Writes many rows of an entity in one statement; columns come from TypeORM's metadata. */
export class BulkWrite {
  constructor(
    private readonly database: Database,
    private readonly metadata: EntityMetadata,
  ) {}

  /** Inserts the entities and sets their ids, ascending in the given order. */
  async insert(entities: readonly ObjectLiteral[]): Promise<void> {
    const { metadata } = this;
    const columns = metadata.columns.filter((each) => !each.isGenerated && !each.isCreateDate && !each.isUpdateDate);
    const names = columns.map(nameOf).join(', ');
    const [id] = metadata.generatedColumns;
    const added = await this.database.rows<{ id: string }>(
      `with added as (
         insert into ${metadata.tablePath} (${names})
         select ${columns.map((each) => this.valueOf(each)).join(', ')} from ${this.given(columns)} order by given.n
         returning ${nameOf(id!)} as id
       ) select id::text from added order by added.id`,
      { rows: rowsOf(entities, columns) },
    );
    for (const [n, entity] of entities.entries()) id!.setEntityValue(entity, added[n]!.id);
  }

  /** @param columns the columns that changed in at least one entity */
  async update(entities: readonly ObjectLiteral[], columns: readonly Column[]): Promise<void> {
    const { primaryColumns, updateDateColumn, tablePath } = this.metadata;
    const set = columns.map((each) => `${nameOf(each)} = given.${nameOf(each)}`);
    if (updateDateColumn) set.push(`${nameOf(updateDateColumn)} = now()`);
    await this.database.execute(
      `update ${tablePath} stored set ${set.join(', ')} from ${this.given([...primaryColumns, ...columns])}
       where ${isSame(primaryColumns)}`,
      { rows: rowsOf(entities, [...primaryColumns, ...columns]) },
    );
  }

  async delete(entities: readonly ObjectLiteral[]): Promise<void> {
    const { primaryColumns, tablePath } = this.metadata;
    await this.database.execute(
      `delete from ${tablePath} stored using ${this.given(primaryColumns)} where ${isSame(primaryColumns)}`,
      { rows: rowsOf(entities, primaryColumns) },
    );
  }

  private given(columns: readonly Column[]): string {
    const { driver } = this.database.source;
    const typed = columns.map((each) => `${nameOf(each)} ${driver.normalizeType(each)}${each.isArray ? '[]' : ''}`);
    return `json_to_recordset(:rows::json) as given (${['n integer', ...typed].join(', ')})`;
  }

  /** A null in a column that is not nullable becomes the column default. */
  private valueOf(column: Column): string {
    const otherwise = column.isNullable ? undefined : this.database.source.driver.normalizeDefault(column);
    return otherwise === undefined ? `given.${nameOf(column)}` : `coalesce(given.${nameOf(column)}, ${otherwise})`;
  }
}

const nameOf = ({ databaseName }: Column): string => `"${databaseName}"`;

const isSame = (columns: readonly Column[]): string =>
  columns.map((each) => `stored.${nameOf(each)} = given.${nameOf(each)}`).join(' and ');

function rowsOf(entities: readonly ObjectLiteral[], columns: readonly Column[]): string {
  const rows = entities.map((entity, n) => {
    const row: Row = { n };
    for (const column of columns) row[column.databaseName] = column.getEntityValue(entity);
    return row;
  });
  return JSON.stringify(rows);
}
