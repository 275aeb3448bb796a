import type { DataSource } from 'typeorm';

const FOREIGN_KEY = /(?:DROP|ADD) CONSTRAINT "\w+_fkey"/;

/**
 * Excludes foreign keys from the schema comparison. Aggregates refer to each other by id, so foreign keys exist only in migrations;
 * TypeORM, which expects relations, would drop them all.
 */
export function ignoreForeignKeys(source: DataSource): DataSource {
  const { driver } = source;
  const createSchemaBuilder = driver.createSchemaBuilder.bind(driver);
  driver.createSchemaBuilder = () => {
    const builder = createSchemaBuilder();
    const log = builder.log.bind(builder);
    builder.log = async () => {
      const sql = await log();
      sql.upQueries = sql.upQueries.filter(({ query }) => !FOREIGN_KEY.test(query));
      sql.downQueries = sql.downQueries.filter(({ query }) => !FOREIGN_KEY.test(query));
      return sql;
    };
    return builder;
  };
  return source;
}
