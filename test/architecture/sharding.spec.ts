import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@app/platform/runtime';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { LIBRARIES } from './contexts.js';

const DOCS = join(import.meta.dirname, '../../docs');
const SCRIPT = readFileSync(join(DOCS, 'scaling/citus.sql'), 'utf8');
const SHARDS = readFileSync(join(DOCS, 'scaling/citus-shards.sql'), 'utf8');

const LIBS = join(import.meta.dirname, '../../libs');
/** SQL statements of the service: template literals, with the constants of their file, without migrations. */
const STATEMENTS = readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|migrations/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(LIBS, file), 'utf8');
    const constants = new Map([...text.matchAll(/const (\w+) = `([^`]*)`/g)].map(([, name, value]) => [name, value]));
    return (text.match(/`[^`]*`/g) ?? []).map((sql) =>
      sql.replace(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole),
    );
  });

/** Selects the tables that the script distributes, besides `catalog.asset`. */
const OWNED = /create temporary table owned on commit drop as\s+(select [^;]*);/.exec(SCRIPT)![1]!;
/** Columns by which tables are distributed. */
const DISTRIBUTED = new Map([['catalog.asset', 'id']]);
const REFERENCE = [...SCRIPT.matchAll(/create_reference_table\('([\w.]+)'/g)].map(([, table]) => table!);

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
/** Primary keys, unique constraints and unique indexes */
const UNIQUE = `select indexrelid::regclass::text as name, indrelid::regclass::text as table, ${COLUMNS('indrelid', 'indkey::smallint[]')} as columns
  from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
  where indisunique and nspname ${SCHEMAS}`;
const TABLES = `select pg_class.oid::regclass::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname ${SCHEMAS}`;
const TRIGGERS = `select distinct tgrelid::regclass::text as table, tgfoid::regprocedure::text as does from pg_trigger
  where not tgisinternal`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate({ url: database.url, poolSize: 2, contexts: LIBRARIES.map(({ persistence }) => persistence) });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('set search_path to pg_catalog'); // so that every name is qualified with its schema
  for (const { place } of await rows<{ place: string }>(OWNED)) DISTRIBUTED.set(place, 'asset_id');
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const isLocal = (table: string): boolean => !DISTRIBUTED.has(table) && !REFERENCE.includes(table);

const rows = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;

describe('The script that distributes the tables', () => {
  it('distributes each table with an asset column, except the audit trail, the outbox and the feed', async () => {
    const owned = await rows<{ name: string }>(
      `${TABLES} and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'asset_id')`,
    );
    const names = owned.map(({ name }) => name).filter((name) => !/^(audit|events|platform\.outbox_entry$)/.test(name));
    expect([...DISTRIBUTED.keys()].sort()).toEqual(['catalog.asset', ...names].sort());
    expect(REFERENCE.filter((table) => DISTRIBUTED.has(table))).toEqual([]);
  });
});

describe('A constraint', () => {
  it('that is unique in a distributed table includes the asset', async () => {
    const wrong = (await rows<Key>(UNIQUE)).filter(({ table, columns }) => {
      const column = DISTRIBUTED.get(table);
      return column !== undefined && !columns.includes(column);
    });
    expect(wrong).toEqual([]);
  });

  it('that references another row includes the asset on both sides, or references a table on every node', async () => {
    const wrong = (await rows<Key>(FOREIGN)).filter(({ table, columns, target, targetColumns }) => {
      const [from, to] = [DISTRIBUTED.get(table), DISTRIBUTED.get(target!)];
      if (from !== undefined && to !== undefined)
        return columns.indexOf(from) < 0 || columns.indexOf(from) !== targetColumns.indexOf(to);
      return to !== undefined || (isLocal(target!) && !isLocal(table));
    });
    expect(wrong).toEqual([]);
  });
});

describe('Scaling', () => {
  /** One file or folder of the platform for each step, and what a context must not name. */
  it.each([
    ['workers', /\bWORKERS\b|settings\.workers|node:cluster|\bworker process/i],
    ['read replicas', /read.?replica|fromReplica|DATABASE_READ_URL|databaseReadUrl/i],
    ['Citus', /citus|\bshard|pg_dist_/i],
  ])('is unknown to the contexts: %s', (_, named) => {
    const contexts = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('platform/'),
    );
    expect(contexts.length).toBeGreaterThan(300);
    expect(contexts.filter((file) => named.test(readFileSync(join(LIBS, file), 'utf8')))).toEqual([]);
  });

  it('is implemented for Citus in one file of the platform', () => {
    const files = readdirSync(join(LIBS, 'platform'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const named = files.filter((file) => /pg_dist_|\bshard/i.test(readFileSync(join(LIBS, 'platform', file), 'utf8')));
    expect(named.filter((file) => !file.endsWith('.spec.ts'))).toEqual(['src/persistence/connection/citus.ts']);
  });
});

describe('The code avoids what Citus rejects:', () => {
  it('foreign keys that clear columns are created in the shards', async () => {
    const clearing = (await rows<Key>(FOREIGN)).filter(({ table, sets }) => sets && DISTRIBUTED.has(table));
    expect(clearing.map(({ name }) => name).filter((name) => !SHARDS.includes(`add constraint ${name}\n`))).toEqual([]);
  });

  it('triggers are dropped, or stay within their shard', async () => {
    const triggers = (await rows<{ table: string; does: string }>(TRIGGERS)).filter(({ table }) => !isLocal(table));
    const handled = (does: string) =>
      [`'${does}'::regprocedure`, `create or replace function ${does}`, `-- in its shard: ${does}\n`].some((text) =>
        SCRIPT.includes(text),
      );
    expect(triggers.filter(({ does }) => !handled(does))).toEqual([]);
  });

  it('no statement locks rows of more than one asset', () => {
    const locking = STATEMENTS.filter((text) => /\bfor (update|share|key share|no key update)\b/.test(text));
    expect(locking.length).toBeGreaterThan(5);
    const wide = locking.filter(
      (text) =>
        !/asset_id = :asset(Id)?\b|catalog\.asset where id = :id\b/.test(text) && !/from (platform|audit)\./.test(text),
    );
    expect(wide).toEqual([]);
  });

  it('no upsert calls now() in its update', () => {
    const upserts = STATEMENTS.filter((text) => /\bdo update\b/.test(text));
    expect(upserts.length).toBeGreaterThan(5);
    const late = upserts.filter(
      (text) => /\bdo update set(?:(?!\bwhere\b)[^`])*\bnow\(\)/.test(text) && !/into platform\./.test(text),
    );
    const advice =
      'Citus rejects it: set the column to its value in the new row, as `updated_at = excluded.updated_at`';
    expect({ advice, late }).toEqual({ advice, late: [] });
  });
});
