import { migrate } from '@app/platform/runtime';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LIBRARIES } from './contexts.js';

/** Unaudited tables and columns that belong to no context. */
const OF_NO_CONTEXT: Record<string, string> = {
  'public.schema_migration': 'the book of migrations',
  'audit.event': 'the trail itself',
};

const contexts = LIBRARIES.map(({ persistence }) => persistence);

const TABLES = `select nspname || '.' || relname as table,
    array(select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0) as columns,
    array(select tgname::text from pg_trigger where tgrelid = pg_class.oid and tgname like 'audit\\_%' and tgenabled = 'O' order by 1) as triggers,
    (select max(xmin::text::bigint) from pg_trigger where tgrelid = pg_class.oid) as made
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition and nspname <> 'information_schema' and nspname not like 'pg\\_%' order by 1`;

interface Table {
  table: string;
  columns: string[];
  triggers: string[];
  made: string | null;
}

let database: TestDatabase;
let client: pg.Client;
const migrated = () => migrate({ url: database.url, poolSize: 2, contexts });
const tables = async () => (await client.query<Table>(TABLES)).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrated();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await database.drop();
});

/** Keys: `schema.table` and `schema.table.column`. */
const unaudited = {
  ...OF_NO_CONTEXT,
  ...Object.fromEntries(
    contexts.flatMap(({ schema, unaudited: left = {} }) =>
      Object.entries(left).map(([name, reason]) => [`${schema}.${name}`, reason]),
    ),
  ),
};

describe('A table', () => {
  it('is audited, or excluded with a reason', async () => {
    const followed = ['audit_delete', 'audit_insert', 'audit_update'];
    const found = (await tables()).map(({ table, triggers }) => [table, triggers]);
    expect(found).toEqual(found.map(([table]) => [table, (table as string) in unaudited ? [] : followed]));
    expect(Object.values(unaudited).filter((reason) => reason.length < 5)).toEqual([]);
  });

  it('or column that is excluded exists', async () => {
    const there = (await tables()).flatMap(({ table, columns }) => [
      table,
      ...columns.map((column) => `${table}.${column}`),
    ]);
    expect(Object.keys(unaudited).filter((name) => !there.includes(name))).toEqual([]);
  });

  it('is not changed by a migration when it is audited already', async () => {
    const before = await tables();
    await migrated();
    expect(await tables()).toEqual(before);
  });

  it('that is new or has a new column is audited after the next migration', async () => {
    await client.query(
      `create table catalog.wing (asset_id bigint not null, id bigint not null, primary key (asset_id, id))`,
    );
    await migrated();
    await client.query(`alter table catalog.wing add column name text, add column updated_at timestamptz`);
    await migrated();
    await client.query(
      `insert into catalog.wing values (1, 2, 'North', now()); update catalog.wing set name = 'South'`,
    );
    const { rows } = await client.query(
      `select actor, operation, asset_id, kind, changes from audit.event where relation = 'catalog.wing' order by id`,
    );
    const by = { actor: 'sql', operation: client.user, asset_id: '1' };
    const key = { asset_id: 1, id: 2 };
    expect(rows).toEqual([
      { ...by, kind: 'created', changes: [{ key, after: { ...key, name: 'North' } }] },
      { ...by, kind: 'updated', changes: [{ key, before: { name: 'North' }, after: { name: 'South' } }] },
    ]);
  });
});
