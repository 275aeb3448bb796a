import { Database, ResponseCache } from '@app/platform/persistence';
import { jest } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { LIBRARIES } from '../architecture/contexts.js';
import { Server } from './servers.js';
import type { Fixture } from './fixture.js';

const contexts = LIBRARIES.map(({ persistence }) => persistence);
const uncached = contexts.flatMap(({ schema, uncached: left = {} }) =>
  Object.keys(left).map((table) => `${schema}.${table}`),
);

/** A different value of the same type, for columns without constraints. */
const CHANGED: Record<string, (column: string) => string> = {
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 hour'`,
  text: (column) => `coalesce(${column}, '') || '~'`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  numeric: (column) => `coalesce(${column}, 0) + 1`,
  'double precision': (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `not coalesce(${column}, false)`,
  date: (column) => `coalesce(${column}, current_date) + 1`,
};

const TABLES = `select nspname || '.' || relname as table, exists (select from pg_trigger
    where tgrelid = pg_class.oid and tgname = 'log_truncate') as noted, array(select tgname::text from pg_trigger
    where tgrelid = pg_class.oid and tgname like 'log\\_%' and tgenabled = 'O' order by 1) as triggers
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'r' and nspname = any ($1) order by 1`;

const COLUMNS = `select attname as name, regexp_replace(format_type(atttypid, atttypmod), '\\(.*?\\)', '') as type
  from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname !~ 'type|strategy|status'
  and attnum <> all (array(select unnest(conkey) from pg_constraint where conrelid = attrelid and contype in ('p', 'f', 'u')))
  order by attname in ('created_at', 'updated_at'), attnum`;

/** Compares every read of a server with a response cache and of one without, while rows change between two reads. */
describe('Cached responses', () => {
  let server: Server;
  let app: TestApp;
  let plain: TestApp;
  let fixtures: Fixture[];
  let paths: string[];
  let tables: { table: string; noted: boolean; triggers: string[] }[];

  beforeAll(async () => {
    server = await Server.start('main');
    const changed = 'columns are changed to what no client could write';
    app = server.app.undocumented(changed);
    plain = (await app.replica({ RESPONSE_CACHE_MB: '0' })).undocumented(changed);
    fixtures = [await server.fixture(), await server.fixture()];
    const reads = server.operations.filter(({ method, returns }) => method === 'GET' && returns !== 'file');
    paths = [];
    for (const { path } of reads) {
      const asked = path.endsWith('}') ? undefined : await fixtures[0]!.fill(path);
      const query = asked ?? (path === '/v1/references' ? 'key=crm&value=CRM-7' : undefined);
      paths.push((await fixtures[0]!.path(path)) + (query ? `?${query}` : ''));
    }
    tables = await app.sql(TABLES, [contexts.map(({ schema }) => schema)]);
  }, 180_000);
  afterAll(() => server.close());

  const said = async (from: TestApp, path: string) => {
    const { status, text } = await from.get(path);
    expect([path, status]).toEqual([path, 200]);
    return text.replaceAll(from.base, '');
  };

  /** Differences that remain when both responses are read again. What only counts seconds, or what a job wrote between two requests, disappears. */
  const differ = async (path: string) => {
    for (let tries = 0; tries < 3; tries++) if ((await said(app, path)) === (await said(plain, path))) return false;
    return true;
  };

  it('are invalidated by changes to every table, except those that no response depends on', () => {
    const all = ['log_delete', 'log_insert', 'log_truncate', 'log_update'];
    expect(tables.map(({ table, triggers }) => [table, triggers])).toEqual(
      tables.map(({ table }) => [table, uncached.includes(table) ? [] : all]),
    );
  });

  it('depend only on tables that are recorded, or listed with a reason', async () => {
    const read = new Set<string>();
    const ask = jest.spyOn(ResponseCache.prototype, 'read');
    for (const path of paths) await app.get(path);
    const texts = ask.mock.calls.map(([sql]) => sql);
    ask.mockRestore();
    expect(texts.length).toBeGreaterThan(40);
    for (const text of texts)
      for (const table of uncached) if (new RegExp(`\\b${table}\\b`).test(text)) read.add(table);
    const webhooks = ['delivery', 'webhook', 'webhook_lane'].map((table) => `events.${table}`);
    const visits = ['viewer.page_visit_count', 'viewer.unit_visit_count'];
    const expected = ['catalog.unit_count', ...webhooks, 'platform.api_key', 'pricing.entry', ...visits];
    expect([...read].sort()).toEqual(expected); // each has a reason in the list
  });

  it('show changes to every table', async () => {
    const changed: string[] = [];
    for (const path of paths) await said(app, path);
    for (const { table, noted } of tables) {
      if (!noted) continue;
      const columns = await app.sql<{ name: string; type: string }>(COLUMNS, [table]);
      for (const { name, type } of columns) {
        const value = CHANGED[type]?.(name);
        if (!value) continue;
        const done = await app.sql(`update ${table} set ${name} = ${value}`).then(() => true, () => false); // false: a constraint forbids it
        if (!done) continue;
        if (!changed.includes(table)) changed.push(table);
        break;
      }
      const differing: string[] = [];
      for (const path of paths) if (await differ(path)) differing.push(path);
      expect([table, differing]).toEqual([table, []]);
    }
    expect(changed.length).toBeGreaterThan(20);
  }, 240_000); // oxfmt-ignore

  it('survive changes to other assets, and changes that are rolled back', async () => {
    const [mine, other] = fixtures.map(({ asset }) => asset);
    const list = `${mine!.path}/units?per-page=7`;
    const asked = async (work: () => Promise<unknown>) => {
      for (let time = 0; time < 2; time++) await app.get(list);
      await work();
      const statements = jest.spyOn(app.app.get(Database), 'rows');
      await app.get(list);
      const texts = statements.mock.calls.map(([sql]) => sql);
      statements.mockRestore();
      return texts.some((text) => text.includes('from catalog.unit unit'));
    };
    const change = (asset: string) => app.sql('update catalog.unit set area = area + 1 where asset_id = $1', [asset]);
    expect(await asked(() => change(mine!.id))).toBe(true);
    expect(await asked(() => change(other!.id))).toBe(false);
    expect(await asked(() => app.sql(`insert into platform.request_count values ('somebody', 1, 1)`))).toBe(false);
    expect(
      await asked(() =>
        app.sql(`do $$ begin update catalog.unit set area = area + 1; raise 'no'; end $$`).catch(() => undefined),
      ),
    ).toBe(false);
    expect(await asked(() => app.sql('update catalog.unit set area = area where asset_id = 0'))).toBe(false);
    expect(await asked(() => app.sql('update catalog.account set name = name where id = 0'))).toBe(false);
    expect(await asked(() => app.sql('delete from catalog.unit where asset_id = $1', [other!.id]))).toBe(false);
    expect(await asked(() => app.sql('truncate mapping.landing_page'))).toBe(true);
    expect(await asked(() => app.sql(`update catalog.account set name = name || '.'`))).toBe(true);
  });
});
