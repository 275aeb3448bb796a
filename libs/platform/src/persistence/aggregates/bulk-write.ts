import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import type { Database } from '../connection/database.js';

type Column = EntityMetadata['columns'][number];

/** Writes many rows of an entity in one statement; columns come from TypeORM's metadata. */
export class BulkWrite {
  constructor(
    private readonly database: Database,
    private readonly metadata: EntityMetadata,
  ) {}

  /** Inserts the entities. Those without an id get one, ascending in the given order. */
  async insert(entities: readonly ObjectLiteral[]): Promise<void> {
    const columns = this.metadata.columns.filter((each) => !each.isCreateDate && !each.isUpdateDate);
    const id = columns.find(({ isGenerated, isPrimary }) => isGenerated && isPrimary)!;
    await this.assignIds(
      entities.filter((entity) => id.getEntityValue(entity) === undefined),
      id,
    );
    await this.database.execute(
      `insert into ${this.metadata.tablePath} (${columns.map(nameOf).join(', ')}) overriding system value
       select ${columns.map((each) => this.valueOf(each)).join(', ')} from ${this.given(columns)}`,
      { rows: rowsOf(entities, columns) },
    );
  }

  private async assignIds(entities: readonly ObjectLiteral[], id: Column): Promise<void> {
    if (entities.length === 0) return;
    const sequence = `pg_get_serial_sequence('${this.metadata.tablePath}', '${id.databaseName}')`;
    const ids = await this.database.rows<{ id: string }>(
      `select nextval(${sequence})::text as id from generate_series(1, :count::int)`,
      { count: entities.length },
    );
    for (const [n, entity] of entities.entries()) id.setEntityValue(entity, ids[n]!.id);
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
    return `json_to_recordset(:rows::json) as given (${typed.join(', ')})`;
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

const rowsOf = (entities: readonly ObjectLiteral[], columns: readonly Column[]): string =>
  JSON.stringify(
    entities.map((entity) =>
      Object.fromEntries(columns.map((each) => [each.databaseName, each.getEntityValue(entity) as unknown])),
    ),
  );
