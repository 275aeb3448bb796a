import { APPLICATION_NAME, migrationNames } from '@app/platform/persistence';
import { migrate } from '@app/platform/runtime';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

/** A migration of the next version. */
class Next9999999999999 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table pricing.next (id bigint); alter table pricing.entry add column next integer');
  }
}

const contexts = ALL_PERSISTENCE.map((context) =>
  context.schema === 'pricing' ? { ...context, migrations: [...context.migrations, Next9999999999999] } : context,
);

let app: TestApp;
/** A long read, such as that of a backup. */
let reader: pg.Client;

beforeEach(async () => {
  app = await TestApp.start();
  app.stopJobs();
  reader = new pg.Client({ connectionString: app.databaseUrl, application_name: 'a long read' });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select from pricing.entry limit 1');
});
afterEach(async () => {
  await reader.end();
  await app.close();
});

const ofNext = () =>
  app.sql(`select to_regclass('pricing.next')::text as made, (select count(*)::int from pg_attribute
    where attrelid = 'pricing.entry'::regclass and attname = 'next') as columns`);

describe('A migration of a table in use', () => {
  it('does not block readers, and succeeds when the table is free', async () => {
    let migrating: Promise<string[]>;
    await new Promise<void>((tried) => {
      const onRetry = (attempt: number) => void (attempt === 2 && tried());
      migrating = migrate(
        { url: app.databaseUrl, poolSize: 2, contexts },
        { timeout: 50, pause: 0, attempts: Infinity, onRetry },
      );
    });

    for (let read = 0; read < 5; read++) await app.sql('select count(*) from pricing.entry');
    expect(await ofNext()).toEqual([{ made: null, columns: 0 }]);
    await reader.query('rollback');

    expect(await migrating!).toEqual([Next9999999999999.name]);
    expect(await ofNext()).toEqual([{ made: 'pricing.next', columns: 1 }]);
  });

  it('fails after the last attempt, names the blocking session, and leaves the previous version working', async () => {
    const migrating = migrate({ url: app.databaseUrl, poolSize: 2, contexts }, { timeout: 50, pause: 0, attempts: 2 });

    await expect(migrating).rejects.toThrow(
      /^A table is still in use; .* process \d+ \(a long read\)\. Run `migrate` again/,
    );
    expect(await ofNext()).toEqual([{ made: null, columns: 0 }]);
    expect((await app.get('/v1/assets')).status).toBe(200);
    await reader.query('rollback');
    expect(await migrate({ url: app.databaseUrl, poolSize: 2, contexts })).toEqual([Next9999999999999.name]);
  });
});

it('An exclusive migration waits for servers of the older version, and fails if they stay', async () => {
  const database = await createTestDatabase();
  const server = new pg.Client({ connectionString: database.url, application_name: APPLICATION_NAME });
  const migrating = (stopTimeout: number, of = contexts) =>
    migrate({ url: database.url, poolSize: 2, contexts: of }, { exclusive: true, stopTimeout });
  try {
    await migrating(0, ALL_PERSISTENCE);
    await server.connect();
    await expect(migrating(200)).rejects.toThrow(
      'Servers or commands of an older version use the database (1 session): stop them first',
    );
    expect((await server.query("select to_regclass('pricing.next') as made")).rows).toEqual([{ made: null }]);
    expect(await migrating(0, ALL_PERSISTENCE)).toEqual([]);
    const waiting = migrating(30_000);
    await server.end();
    expect(await waiting).toEqual([Next9999999999999.name]);
  } finally {
    await server.end().catch(() => undefined);
    await database.drop();
  }
});

it('Concurrent migrations of an empty database both succeed, and one of them runs the migrations', async () => {
  const database = await createTestDatabase();
  const options = { url: database.url, poolSize: 2, contexts: ALL_PERSISTENCE };
  const migrating = () => migrate(options, { timeout: 50, pause: 0, attempts: 100 });
  try {
    const ran = await Promise.all([migrating(), migrating()]);
    expect(ran.map(({ length }) => length).sort()).toEqual([0, migrationNames(ALL_PERSISTENCE).length].sort());
  } finally {
    await database.drop();
  }
});

describe('A migration whose triggers cannot be installed', () => {
  it('is not recorded, so that no server starts without them, and is repaired by the next run', async () => {
    const recorded = () =>
      app.sql(`select name from schema_migration where name = 'pricing.${Next9999999999999.name}'`);
    const triggers = () =>
      app.sql(
        `select tgname as name from pg_trigger where tgrelid = 'catalog.unit'::regclass and tgname = 'log_insert'`,
      );
    await app.sql('drop trigger log_insert on catalog.unit');
    await reader.query('rollback; begin; lock table catalog.unit in row exclusive mode');

    const migrating = migrate({ url: app.databaseUrl, poolSize: 2, contexts }, { timeout: 50, pause: 0, attempts: 2 });

    await expect(migrating).rejects.toThrow('A table is still in use');
    expect(await recorded()).toEqual([]);
    expect(await ofNext()).toEqual([{ made: null, columns: 0 }]);
    await reader.query('rollback');

    expect(await migrate({ url: app.databaseUrl, poolSize: 2, contexts })).toEqual([Next9999999999999.name]);
    expect(await recorded()).toHaveLength(1);
    expect(await triggers()).toHaveLength(1);
  });
});

/** Builds an index while others write, as migrations of large tables do. */
class NextIndex9999999999999 {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index concurrently if exists pricing.unit_state_next');
    await runner.query('create index concurrently unit_state_next on pricing.unit_state (valid_to)');
  }
}

describe('An index that is built concurrently', () => {
  const withIndex = ALL_PERSISTENCE.map((context) =>
    context.schema === 'pricing'
      ? { ...context, migrations: [...context.migrations, NextIndex9999999999999] }
      : context,
  );
  const migrated = (attempts: number) =>
    migrate({ url: app.databaseUrl, poolSize: 2, contexts: withIndex }, { timeout: 50, pause: 0, attempts });
  const index = () =>
    app.sql(`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('pricing.unit_state_next')`);

  it('is rebuilt after a build that failed halfway', async () => {
    await reader.query('rollback; begin; lock table pricing.unit_state in row exclusive mode');

    await expect(migrated(2)).rejects.toThrow('A table is still in use');
    expect(await index()).toEqual([{ isValid: false }]);
    await reader.query('rollback');

    expect(await migrated(1)).toEqual([NextIndex9999999999999.name]);
    expect(await index()).toEqual([{ isValid: true }]);
  });
});
