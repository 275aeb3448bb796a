import { type ColumnOptions, getMetadataArgsStorage } from 'typeorm';
import { snakeCase } from '../core/model/names.js';

export interface EntityColumn {
  property: string;
  name: string;
  type: string;
  isNullable: boolean;
  isPrimary: boolean;
  /** whether TypeORM loads another value than that of the driver */
  isTransformed: boolean;
}

interface EntityTable {
  /** with its schema */
  table: string;
  /** the columns that the class itself declares */
  columns: EntityColumn[];
}

export function entityTable(entity: Function): EntityTable {
  const { tables, columns } = getMetadataArgsStorage();
  const { schema, name } = tables.find(({ target }) => target === entity)!;
  return {
    table: `${schema}.${name}`,
    columns: columns.filter(({ target }) => target === entity).map(columnOf),
  };
}

/** SQL that selects the columns of an entity except some, with ids as text: `unit.floor_id::text, unit.area`. */
export function columnsOf(entity: Function, alias: string, except: readonly string[] = []): string {
  const { columns } = entityTable(entity);
  const unknown = except.find((name) => !columns.some((column) => column.name === name));
  if (unknown) throw new Error(`${entity.name} has no column ${unknown}`);
  return columns
    .filter(({ name }) => !except.includes(name))
    .map(({ name, type }) => `${alias}.${name}${type === 'bigint' ? '::text' : ''}`)
    .join(', ');
}

const columnOf = ({ propertyName, options }: { propertyName: string; options: ColumnOptions }): EntityColumn => ({
  property: propertyName,
  name: options.name ?? snakeCase(propertyName),
  type: options.type as string,
  isNullable: options.nullable === true,
  isPrimary: options.primary === true,
  isTransformed: options.transformer !== undefined,
});
