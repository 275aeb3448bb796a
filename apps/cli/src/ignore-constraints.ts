import type { DataSource } from 'typeorm';

const CONSTRAINT = /(?:DROP|ADD) CONSTRAINT "\w+_(?:fkey|check)"/;

/**
 * Excludes foreign keys and checks from the schema comparison. Aggregates refer to each other by id and check their own values, so
 * both exist only in migrations; TypeORM, which expects relations and `@Check`, would drop them all.
 */
export function ignoreConstraints(source: DataSource): DataSource {
  const { driver } = source;
  const createSchemaBuilder = driver.createSchemaBuilder.bind(driver);
  driver.createSchemaBuilder = () => {
    const builder = createSchemaBuilder();
    const log = builder.log.bind(builder);
    builder.log = async () => {
      const sql = await log();
      sql.upQueries = sql.upQueries.filter(({ query }) => !CONSTRAINT.test(query));
      sql.downQueries = sql.downQueries.filter(({ query }) => !CONSTRAINT.test(query));
      return sql;
    };
    return builder;
  };
  return source;
}
