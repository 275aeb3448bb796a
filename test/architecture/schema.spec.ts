import { dataSourceOptions } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import { DataSource } from 'typeorm';
import { ignoreConstraints } from '../../apps/cli/src/ignore-constraints.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LIBRARIES, sourcesOf } from './contexts.js';

/** TypeORM's table of migrations. */
const MIGRATIONS_TABLE = 'public.schema_migration';

/** Records changes of all properties in their order; its schema is the second one of the platform. */
const AUDIT_TRAIL = 'audit.event';

/** Tables that belong to no single property, and so have no `asset_id` in their key. To add one is a decision. */
const PLATFORM = ['api_key', 'change_log', 'idempotency_record', 'request_count', 'stored_file'].map(
  (table) => `platform.${table}`,
);
const WEBHOOKS = ['webhook', 'webhook_lane', 'delivery'].map((table) => `events.${table}`);
const OF_NO_PROPERTY = [
  AUDIT_TRAIL,
  ...PLATFORM,
  'catalog.account',
  'catalog.asset',
  'events.feed',
  ...WEBHOOKS,
  'mapping.embed',
];

/** Columns that name files reference this table, so that a named file is not deleted. It belongs to no context. */
const FILES = 'platform.stored_file';

/** The catalog decides what a key sees, so it also lists the keys and their scopes. */
const LENT_KEYS = { table: 'platform.api_key', library: 'catalog' };

/** Tables that foreign keys of other contexts may reference. */
const LENT = ['asset', 'building', 'unit', 'floor', 'floor_plan', 'account_asset'].map((table) => `catalog.${table}`);

interface Key {
  name: string;
  table: string;
  columns: string[];
  /** the referenced table */
  target: string;
  /** whether deleting a row there deletes or clears the rows that reference it */
  follows: boolean;
}

const KEYS = `select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as target,
  (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as part (number, place)
    join pg_attribute on attrelid = conrelid and attnum = number) as columns,
  confdeltype in ('c', 'n', 'd') as follows
  from pg_constraint where contype = $1 and connamespace <> 'pg_catalog'::regnamespace`;

const TABLES = `select table_schema || '.' || table_name as table, exists (select from information_schema.columns
    where table_schema = tables.table_schema and table_name = tables.table_name and column_name = 'asset_id') as owned
  from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('information_schema', 'pg_catalog')`;

/** Columns that name stored files: `image`, `view_image`, `images`, `file`. */
const NAMED_FILES = `select attrelid::regclass || '.' || attname as column, exists (select from pg_constraint
      where conrelid = attrelid and contype = 'f' and confrelid = '${FILES}'::regclass and conkey = array[attnum])
    or col_description(attrelid, attnum) = 'names of stored files' as kept
  from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and attnum > 0 and attname ~ '(^|_)(images?|files?)$' and nspname not in ('information_schema', 'pg_catalog')`;

let database: TestDatabase;
let source: DataSource;
let tables: string[];
/** tables with an `asset_id` */
let owned: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const contexts = LIBRARIES.map((library) => library.persistence);
  await migrate({ url: database.url, poolSize: 2, contexts });
  source = await new DataSource(dataSourceOptions({ url: database.url, poolSize: 2, contexts })).initialize();
  const found = (await source.query(TABLES)) as { table: string; owned: boolean }[];
  tables = found.map(({ table }) => table).filter((table) => table !== MIGRATIONS_TABLE);
  owned = found.filter((each) => each.owned && each.table !== AUDIT_TRAIL).map(({ table }) => table);
});

afterAll(async () => {
  await source?.destroy();
  await database.drop();
});

const snakeCase = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
const keys = (kind: 'p' | 'f') => source.query(KEYS, [kind]) as Promise<Key[]>;
const schemaOf = (table: string) => (table === AUDIT_TRAIL ? 'platform' : table.split('.')[0]);

describe('The migrations', () => {
  it('match the entities', async () => {
    const { upQueries } = await ignoreConstraints(source).driver.createSchemaBuilder().log();
    const differences = upQueries.map(({ query }) => query);
    expect(differences).toEqual([]);
  });
});

interface Enumeration {
  column: string;
  values: string[];
}

/** Checks that compare a column with a list of texts. */
const ENUMERATIONS = `select conrelid::regclass || '.' || attname as column,
    array(select found[1] from regexp_matches(pg_get_constraintdef(pg_constraint.oid), $$'([^']*)'::text$$, 'g') found) as values
  from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
  where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) like '%= ANY (ARRAY[%' and connamespace <> 'pg_catalog'::regnamespace`;

describe('A column with a list of values', () => {
  it('has a check with the values of its entity', async () => {
    const checked = (await source.query(ENUMERATIONS)) as Enumeration[];
    const declared = source.entityMetadatas.flatMap(({ tablePath, columns }) =>
      columns.flatMap(({ databaseName, enum: values }) =>
        values ? [{ column: `${tablePath}.${databaseName}`, values: values as string[] }] : [],
      ),
    );
    const byColumn = (enumerations: Enumeration[]) =>
      Object.fromEntries(enumerations.map(({ column, values }) => [column, [...values].sort()]));
    expect(declared).not.toEqual([]);
    expect(byColumn(checked)).toEqual(byColumn(declared));
  });
});

describe('A table', () => {
  it('is named after the class of its entity, without the name of the context', () => {
    const names = source.entityMetadatas.map(({ tablePath, name }) => {
      const [schema, table] = tablePath.split('.') as [string, string];
      return { table, allowed: [snakeCase(name), snakeCase(name).replace(`${schema}_`, '')] };
    });
    expect(names.filter(({ table, allowed }) => !allowed.includes(table))).toEqual([]);
  });

  it('belongs to an entity of the context that owns its schema', () => {
    const entities = LIBRARIES.flatMap(({ persistence }) =>
      (persistence.entities as (() => void)[]).map(
        (entity) => [persistence.schema, source.getMetadata(entity)] as const,
      ),
    );
    expect(entities.filter(([schema, entity]) => schemaOf(entity.tablePath) !== schema)).toEqual([]);
    expect(tables.sort()).toEqual(entities.map(([, entity]) => entity.tablePath).sort());
  });

  it('of a property has a primary key that begins with the asset', async () => {
    const first = new Map((await keys('p')).map(({ table, columns }) => [table, columns[0]]));
    expect(owned.filter((table) => first.get(table) !== 'asset_id')).toEqual([]);
  });

  it('without an asset is listed as belonging to no property', () => {
    expect(tables.filter((table) => !owned.includes(table) && !OF_NO_PROPERTY.includes(table))).toEqual([]);
  });
});

describe('A foreign key', () => {
  it('to a row of an asset includes the asset', async () => {
    const within = (await keys('f')).filter(({ target }) => owned.includes(target) || target === 'catalog.asset');
    expect(within).not.toEqual([]);
    expect(within.filter(({ columns }) => !columns.includes('asset_id'))).toEqual([]);
  });

  it('to another context references only the catalog, and cascades its deletes', async () => {
    const others = (await keys('f')).filter(({ target }) => target !== FILES);
    const abroad = others.filter(({ table, target }) => schemaOf(table) !== schemaOf(target));
    expect(abroad).not.toEqual([]);
    expect(abroad.filter(({ target, follows }) => !LENT.includes(target) || !follows)).toEqual([]);
  });

  it('protects every file that a row references from collection; an array of names has a comment instead', async () => {
    const named = await source.query(NAMED_FILES);
    const add = 'foreign key (...) references platform.stored_file (name) deferrable initially deferred';
    const missing = (named as { column: string; kept: boolean }[]).filter(({ kept }) => !kept);
    expect(named).not.toEqual([]);
    expect(missing.map(({ column }) => `the migration of ${column}: add constraint ..._fkey ${add}`)).toEqual([]);
  });

  it('has a name that ends in _fkey', async () => {
    expect((await keys('f')).filter(({ name }) => !name.endsWith('_fkey'))).toEqual([]);
  });
});

describe('The SQL', () => {
  it.each(LIBRARIES)('of $name names no table of another context', (library) => {
    const lent = library.name === LENT_KEYS.library ? [FILES, LENT_KEYS.table] : [FILES];
    const foreign = tables.filter((table) => schemaOf(table) !== library.persistence.schema && !lent.includes(table));
    // The subjects of events are names in the audit trail, not in SQL.
    const named = sourcesOf(library)
      .filter(([file]) => file !== 'feed/subjects.ts')
      .flatMap(([file, text]) =>
        foreign
          .filter((table) => new RegExp(`\\b${table.replace('.', '\\.')}\\b`).test(text))
          .map((table) => `${file}: ${table}`),
      );
    const advice = 'read it through a query of the contract of its context, or through a published view: `..._v1`';
    expect({ advice, named }).toEqual({ advice, named: [] });
  });
});
