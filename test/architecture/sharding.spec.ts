import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@app/kernel';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LIBRARIES } from './contexts.js';

const DOCS = join(import.meta.dirname, '../../docs');
const SCRIPT = readFileSync(join(DOCS, 'scaling/citus.sql'), 'utf8');
const GUIDE = readFileSync(join(DOCS, 'scaling.md'), 'utf8');

const named = (pattern: RegExp): string[] => [...SCRIPT.matchAll(pattern)].map(([, table]) => table!);

/** Column by which a table is distributed. */
const DISTRIBUTED = new Map(
  [...SCRIPT.matchAll(/create_distributed_table\('([\w.]+)', '(\w+)'/g)].map(([, table, column]) => [table!, column!]),
);
const REFERENCE = named(/create_reference_table\('([\w.]+)'/g);
const LOCAL = named(/^-- local: ([\w.]+)$/gm);
const ALL = named(/(?:_table\('|^-- local: )([\w.]+)/gm);

interface Key {
  name: string;
  table: string;
  columns: string[];
  target: string | null;
  /** columns of the target, in the order of `columns` */
  targetColumns: string[];
  sets: boolean;
  deferrable: boolean;
}

const COLUMNS = (of: string, numbers: string) => `(select coalesce(array_agg(attname::text order by place), '{}')
  from unnest(${numbers}) with ordinality as part (number, place) join pg_attribute on attrelid = ${of} and attnum = number)`;
const SCHEMAS = `not in ('pg_catalog', 'information_schema', 'pg_toast')`;
const FOREIGN = `select conname as name, conrelid::regclass::text as table, ${COLUMNS('conrelid', 'conkey')} as columns,
    confrelid::regclass::text as target, ${COLUMNS('confrelid', 'confkey')} as "targetColumns",
    confdeltype in ('n', 'd') as sets
  from pg_constraint where contype = 'f'`;
/** of a primary key, a unique constraint or a unique index */
const UNIQUE = `select indexrelid::regclass::text as name, indrelid::regclass::text as table, ${COLUMNS('indrelid', 'indkey::smallint[]')} as columns
  from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
  where indisunique and nspname ${SCHEMAS}`;
const TABLES = `select pg_class.oid::regclass::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname ${SCHEMAS}`;
/** but for those of the audit trail, which every table has */
const TRIGGERS = `select distinct tgrelid::regclass::text as table from pg_trigger
  where not tgisinternal and tgfoid::regproc::text not like 'audit.%'`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate({ url: database.url, poolSize: 2, contexts: LIBRARIES.map(({ persistence }) => persistence) });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set search_path to pg_catalog'); // so that every name is told with its schema
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const rows = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;

describe('The script that distributes the tables', () => {
  it('names each of them, once', async () => {
    const tables = (await rows<{ name: string }>(TABLES)).map(({ name }) => name);
    expect([...ALL].sort()).toEqual(tables.sort());
    expect(ALL).toHaveLength(DISTRIBUTED.size + REFERENCE.length + LOCAL.length);
  });

  it('distributes by the asset, all in the same places', () => {
    expect([...DISTRIBUTED].filter(([, column]) => column !== 'asset_id')).toEqual([['catalog.asset', 'id']]);
    const apart = SCRIPT.split('\n').filter(
      (line) => /create_distributed_table/.test(line) && !/colocate_with := 'catalog\.asset'/.test(line),
    );
    expect(apart).toHaveLength(1);
  });

  it('comes to what is named before what names it', async () => {
    const at = (table: string) => ALL.indexOf(table);
    const wrong = (await rows<Key>(FOREIGN)).filter(({ table, target }) => target !== table && at(target!) > at(table));
    expect(wrong).toEqual([]);
  });
});

describe('A key', () => {
  it('that is unique in a distributed table carries its asset', async () => {
    const wrong = (await rows<Key>(UNIQUE)).filter(({ table, columns }) => {
      const column = DISTRIBUTED.get(table);
      return column !== undefined && !columns.includes(column);
    });
    expect(wrong).toEqual([]);
  });

  it('that names another row stays on the shard: it pairs the assets of both, or names what is on every node', async () => {
    const wrong = (await rows<Key>(FOREIGN)).filter(({ table, columns, target, targetColumns }) => {
      const [from, to] = [DISTRIBUTED.get(table), DISTRIBUTED.get(target!)];
      if (from !== undefined && to !== undefined)
        return columns.indexOf(from) < 0 || columns.indexOf(from) !== targetColumns.indexOf(to);
      return to !== undefined || (LOCAL.includes(target!) !== LOCAL.includes(table) && LOCAL.includes(target!));
    });
    expect(wrong).toEqual([]);
  });
});

/** Names in the part of the guide that tells what does not work. */
const told = (): string[] =>
  [
    ...GUIDE.split('\n## What does not work yet\n')[1]!
      .split('\n## ', 1)[0]!
      .matchAll(/`([\w.]+)`/g),
  ].map(([, name]) => name!);

describe('What Citus refuses', () => {
  it('is told in the guide: keys that clear columns', async () => {
    const clearing = (await rows<Key>(FOREIGN)).filter(({ table, sets }) => sets && DISTRIBUTED.has(table));
    expect(clearing.map(({ name }) => name).filter((name) => !told().includes(name))).toEqual([]);
  });

  it('is told in the guide: tables with triggers', async () => {
    const triggered = (await rows<{ table: string }>(TRIGGERS))
      .map(({ table }) => table)
      .filter((table) => DISTRIBUTED.has(table));
    expect(triggered.filter((table) => !told().includes(table))).toEqual([]);
  });
});
