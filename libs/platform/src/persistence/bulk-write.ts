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

  /** Inserts the entities. Those without an id get one, ascending in the given order. */
  async insert(entities: readonly ObjectLiteral[]): Promise<void> {
    const { metadata } = this;
    const columns = metadata.columns.filter((each) => !isId(each) && !each.isCreateDate && !each.isUpdateDate);
    const id = metadata.columns.find(isId);
    const isNamed = (entity: ObjectLiteral) => id?.getEntityValue(entity) !== undefined;
    const named = entities.filter(isNamed);
    if (named.length > 0) await this.insertNamed(named, [id!, ...columns]);
    if (named.length < entities.length)
      await this.insertNew(
        entities.filter((entity) => !isNamed(entity)),
        columns,
        id!,
      );
  }

  private async insertNamed(entities: readonly ObjectLiteral[], columns: readonly Column[]): Promise<void> {
    await this.database.execute(
      `insert into ${this.metadata.tablePath} (${columns.map(nameOf).join(', ')}) overriding system value
       select ${columns.map((each) => this.valueOf(each)).join(', ')} from ${this.given(columns)}`,
      { rows: rowsOf(entities, columns) },
    );
  }

  private async insertNew(entities: readonly ObjectLiteral[], columns: readonly Column[], id: Column): Promise<void> {
    const { metadata } = this;
    const names = columns.map(nameOf).join(', ');
    const added = await this.database.rows<{ id: string }>(
      `with added as (
         insert into ${metadata.tablePath} (${names})
         select ${columns.map((each) => this.valueOf(each)).join(', ')} from ${this.given(columns)} order by given.n
         returning ${nameOf(id)} as id
       ) select id::text from added order by added.id`,
      { rows: rowsOf(entities, columns) },
    );
    for (const [n, entity] of entities.entries()) id.setEntityValue(entity, added[n]!.id);
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

const isId = ({ isGenerated, isPrimary }: Column): boolean => isGenerated && isPrimary;

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
