import { setTimeout as sleep } from 'node:timers/promises';
import { Database, LIMITS, UnitOfWork } from '@app/platform/persistence';
import { Operations } from '@app/platform/rest';
import pg from 'pg';
import { TestApp, type TestResponse } from '../support/app.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { DatabaseProxy } from './database-proxy.js';
import { TIME_FACTOR, timed } from '../support/time-factor.js';

/** `direct` connects to the database; `app` connects through the proxy. */
let direct: TestApp;
let app: TestApp;
let proxy: DatabaseProxy;
let asset: GivenAsset;
let process: string;
let known: string;

beforeAll(async () => {
  direct = await TestApp.start();
  proxy = await DatabaseProxy.to(direct.databaseUrl);
  app = await direct.replica({ DATABASE_URL: proxy.url });
  asset = await givenAsset(direct);
  process = await givenProcess(direct, asset);
  known = await direct.key();
});
afterAll(async () => {
  await proxy?.restore();
  await direct?.close();
  await proxy?.close();
});
beforeEach(async () => {
  await app.get('/v1/assets', { key: known });
});
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
  await proxy.restore();
  await within(5_000, async () => (await app.get('/v1/assets')).status === 200);
});

const sessions: pg.Client[] = [];

/** A connection of another client, until it or the test ends. */
async function session(statements: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: direct.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  sessions.push(client);
  await client.query(statements);
  return client;
}

const floor = () => `${asset.path}/floors/${asset.floor}`;
const rename = (name = 'Level 1', server = app) =>
  server.put(floor(), { id: asset.floor, asset_id: asset.id, name }, { key: known });
const push = (server = app) =>
  server.post(
    `${process}/ingest?commit=1`,
    [{ unit_number: '101', provider_id: 'P', price: 1, available_on: '2026-12-01' }],
    { key: known },
  );

/** One request of each kind, with a cached key and with one that must be looked up. */
const work: Record<string, () => Promise<TestResponse>> = {
  'a list': () => app.get(`${asset.path}/units`, { key: known }),
  'a resource': () => app.get(floor(), { key: known }),
  'a list with a wrong query': () => app.get(`${asset.path}/units?page=0`, { key: known }),
  'a key that nobody remembers': async () => app.get('/v1/assets', { key: await unknownKey() }),
  'a write': () => rename(),
  'a batch': () => app.put(`${asset.path}/filters/1/options/1/units`, { data: [] }, { key: known }),
  'a delivery of prices': () => push(),
};
let spare: string[] = [];
const unknownKey = async () => spare.pop() ?? direct.key();

function expectUnavailable({ status, headers, body }: TestResponse): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body).toEqual({
    message: expect.stringMatching(/^[A-Z][a-z ]+$/i),
    code: 'unavailable',
    request_id: headers.get('x-request-id'),
  });
}

async function within(milliseconds: number, reached: () => Promise<boolean>): Promise<number> {
  for (let waited = 0; ;) {
    const asked = await timed(reached());
    if (asked.value) return waited + asked.took;
    waited += asked.took + (await timed(sleep(20))).took;
    if (waited > milliseconds * TIME_FACTOR) throw new Error(`Not within ${milliseconds} ms`);
  }
}

describe('A database that refuses connections', () => {
  it.each(Object.keys(work))('is reported within a second: %s', async (kind) => {
    spare = [await direct.key()];
    await proxy.refuse();

    const { took, value } = await timed(work[kind]!());
    expectUnavailable(value);
    expect(took).toBeLessThan(1_000 * TIME_FACTOR);
  });

  it('is reported within a second to all clients, and used again within two seconds of its return', async () => {
    spare = await Promise.all(Array.from({ length: 20 }, () => direct.key()));
    await proxy.refuse();
    for (const { took, value } of await Promise.all(
      Array.from({ length: 140 }, (_, n) => timed(Object.values(work)[n % 7]!())),
    )) {
      expectUnavailable(value);
      expect(took).toBeLessThan(1_000 * TIME_FACTOR);
    }
    await proxy.restore();

    await within(2_000, async () => (await rename()).status === 200);
    await within(2_000, async () => (await push()).status === 200);
  });
});

describe('A connection that breaks', () => {
  it('during a query is reported at once, and the next request is served', async () => {
    expect((await rename('Level 1a', direct)).status).toBe(200); // the read finds no cached response
    const holder = await lock('catalog.floor');
    const [read, write] = [timed(app.get(floor(), { key: known })), timed(rename())];
    await within(2_000, async () => (await waiting()) >= 2);
    proxy.cut();
    for (const { took, value } of await Promise.all([read, write])) {
      expectUnavailable(value);
      expect(took).toBeLessThan(2_000 * TIME_FACTOR);
    }
    await holder.end();

    expect((await rename()).status).toBe(200);
  });

  it('between two statements fails the transaction, but not the process', async () => {
    const [unit, database] = [app.app.get(UnitOfWork), app.app.get(Database)];
    const lost = unit.run(async () => {
      await database.execute(`update catalog.floor set name = 'lost' where id = :id`, { id: asset.floor });
      proxy.cut();
      await sleep(100);
      await database.execute(`update catalog.floor set name = 'lost' where id = :id`, { id: asset.floor });
    });
    await expect(lost).rejects.toThrow();

    expect((await app.get(floor())).body.name).not.toBe('lost');
    expect(app.app.get(Database).pool.totalCount).toBeLessThanOrEqual(30);
  });

  it('while idle in the pool affects no request', async () => {
    await Promise.all(Array.from({ length: 30 }, () => app.get('/v1/assets')));
    await direct.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'property-map-service' and datname = current_database()`,
    );
    await sleep(100);

    const answers = await Promise.all(Array.from({ length: 30 }, () => app.get('/v1/assets')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('repeatedly under load fails requests but leaks no connection', async () => {
    let running = true;
    const statuses = new Set<number>();
    const load = Array.from({ length: 8 }, async (_, n) => {
      while (running) statuses.add((await Object.values(work)[n % 7]!()).status);
    });
    for (let round = 0; round < 10; round++) {
      await sleep(50);
      proxy.cut();
    }
    running = false;
    await Promise.all(load);

    expect([...statuses].filter((status) => ![200, 404, 422, 503].includes(status))).toEqual([]);
    const { pool } = app.app.get(Database);
    await within(2_000, async () => pool.totalCount === pool.idleCount);
    await within(2_000, async () => (await held()) === 0); // jobs have transactions too
  });
});

describe('A dead connection', () => {
  it('is reported within ten seconds by all kinds of work, and recovers within two seconds', async () => {
    spare = await Promise.all(Array.from({ length: 6 }, () => direct.key()));
    proxy.swallow();
    const answers = await Promise.all(Array.from({ length: 42 }, (_, n) => timed(Object.values(work)[n % 7]!())));
    for (const { took, value } of answers) {
      expectUnavailable(value);
      expect(took).toBeLessThan(10_000 * TIME_FACTOR);
    }
    await proxy.restore();

    await within(2_000, async () => (await rename()).status === 200);
    await within(2_000, async () => (await push()).status === 200);
  });
});

describe('Counting requests', () => {
  let limited: TestApp;
  /** low enough that every request is counted in the database */
  beforeAll(async () => {
    limited = await direct.replica({ DATABASE_URL: proxy.url, RATE_LIMIT_PER_MINUTE: '25' });
  });

  it('adds little to the delay of a dead connection', async () => {
    expect((await limited.get(floor())).status).toBe(200);
    proxy.swallow();
    const { took, value } = await timed(limited.get(floor()));
    expectUnavailable(value);
    expect(took).toBeLessThan(15_000 * TIME_FACTOR);
  });

  it('does not block requests while its table is locked', async () => {
    const keys = await Promise.all(Array.from({ length: 60 }, () => direct.key()));
    const holder = await lock('platform.request_count');
    for (const { took, value } of await Promise.all(keys.map((key) => timed(limited.get(floor(), { key }))))) {
      expect(value.status).toBe(200);
      expect(took).toBeLessThan(2_000 * TIME_FACTOR);
    }
    await holder.end();
  });
});

describe('A slow connection', () => {
  it('is awaited', async () => {
    proxy.lag = 100;
    const answers = await Promise.all([app.get(`${asset.path}/units`), rename(), push()]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

const lock = (table: string) => session(`begin; lock table ${table} in access exclusive mode`);

/** Backends of the service that wait for a lock. */
const waiting = async () =>
  Number(
    (
      await direct.sql<{ n: string }>(
        `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    )[0]!.n,
  );
/** Backends of the service with an open transaction. */
const held = async () =>
  Number(
    (
      await direct.sql<{ n: string }>(
        `select count(*) as n from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
      )
    )[0]!.n,
  );

describe('A table that is locked', () => {
  const others: Record<string, () => Promise<TestResponse>> = {
    'a list': () => app.get(`${asset.path}/units`),
    'a resource': () => app.get(`${asset.path}/buildings/${asset.building}`),
    'a wrong query': () => app.get(`${asset.path}/units?page=0`),
    'an unknown key': async () => app.get('/v1/assets', { key: await unknownKey() }),
    'an update': () =>
      app.put(`${asset.path}/buildings/${asset.building}`, { id: asset.building, asset_id: asset.id, label: 'N' }),
    'a new resource': () => app.post(`${asset.path}/references`, { asset_id: asset.id, name: 'CRM', value: '1' }),
    'a delivery': () => push(),
  };
  const floors = () => [
    app.get(floor()),
    app.get(`${asset.path}/floors`),
    rename(),
    app.post(`${asset.path}/floors`, {
      ...{ asset_id: asset.id, name: 'L', filter_label: 'L', filter_short_label: 'L', sort: 1 },
    }),
  ];
  /** Reads and writes everything below a filter. */
  const filters = () =>
    app.app
      .get(Operations)
      .all.filter(({ path }) => path.includes('/filters'))
      .map(({ path, method }) =>
        app.request(method, `/${path.replace(':asset', asset.id).replaceAll(/:\w+/g, '1')}`, {
          ...(method !== 'GET' && { body: {} }),
        }),
      );

  it.each([
    ['catalog.floor', floors],
    ['merchandising.filter', filters],
  ])('blocks only the requests that use it: %s', async (table, ask) => {
    spare = [await direct.key()];
    const holder = await lock(table);
    const stuck = Array.from({ length: 25 }, ask).flat();
    await within(2_000, async () => (await waiting()) >= 8);
    for (const [kind, other] of Object.entries(others)) {
      const { took, value } = await timed(other());
      expect([kind, [200, 201, 422].includes(value.status) || value]).toEqual([kind, true]);
      expect([kind, took < 1_000 * TIME_FACTOR]).toEqual([kind, true]);
    }
    const { totalCount, idleCount } = app.app.get(Database).pool;
    expect(totalCount - idleCount).toBeLessThanOrEqual(20); // of 30
    await holder.end();
    for (const { status } of await Promise.all(stuck)) expect([200, 201, 404, 422, 503]).toContain(status);
  });
});

describe('A slow statement', () => {
  let impatient: TestApp;
  const { statement } = LIMITS;

  beforeAll(async () => {
    LIMITS.statement = 300;
    impatient = await direct.replica();
    LIMITS.statement = statement;
  });

  it('is cancelled by the database, reported, and changes nothing', async () => {
    const holder = await lock('catalog.floor');
    for (const doing of [impatient.get(floor()), rename('late', impatient)]) {
      const { took, value } = await timed(doing);
      expectUnavailable(value);
      expect(took).toBeLessThan(1_000 * TIME_FACTOR);
    }
    expect(await waiting()).toBe(0);
    await holder.end();

    expect((await rename('Level 1', impatient)).body.name).toBe('Level 1');
    await within(2_000, async () => (await held()) === 0);
  });

  it('is limited to eight seconds, and to less than ten including the connection', () => {
    expect(LIMITS).toEqual({ connection: 3_000, statement: 8_000, commit: 60_000, idleInTransaction: 10_000 });
  });
});

describe('A write that the database aborts', () => {
  /** Makes the first updates of a floor fail, even if their transactions are rolled back. */
  async function failFirst(times: number, code: string): Promise<void> {
    await direct.sql('create sequence if not exists public.failed');
    await direct.sql('alter sequence public.failed restart');
    await direct.sql(`create or replace function public.fail() returns trigger language plpgsql as $$ begin
      if nextval('public.failed') <= ${times} then raise exception using errcode = '${code}', message = 'planted'; end if;
      return new; end $$`);
    await direct.sql(
      'create or replace trigger fail before update on catalog.floor for each row execute function public.fail()',
    );
  }
  const attempts = async () =>
    Number((await direct.sql<{ n: string }>('select last_value as n from public.failed'))[0]!.n);
  afterEach(() => direct.sql('drop trigger if exists fail on catalog.floor'));

  it.each(['40P01', '40001'])('after a conflict (%s) is retried three times', async (code) => {
    await failFirst(3, code);
    expect((await rename(`again ${code}`)).body.name).toBe(`again ${code}`);
    expect(await attempts()).toBe(4);

    await failFirst(100, code);
    expectUnavailable(await rename('never'));
    expect(await attempts()).toBe(4);
    expect((await app.get(floor())).body.name).toBe(`again ${code}`);
  });

  it('after a conflict is retried more often with If-Match, when any row that was read may have changed', async () => {
    await failFirst(6, '40001');
    const sent = { id: asset.floor, asset_id: asset.id, name: 'matched' };
    const { status, body } = await app.put(floor(), sent, { key: known, headers: { 'If-Match': '*' } });
    expect([status, body.name, await attempts()]).toEqual([200, 'matched', 7]);
  });

  it.each(['53100', '53200', '53300', '55P03', '57014', '57P01', '58030', '25006'])(
    'due to lack of resources (%s) is reported without a retry',
    async (code) => {
      await failFirst(100, code);
      expectUnavailable(await rename('never'));

      expect(await attempts()).toBe(1);
    },
  );

  it('after a real deadlock is retried', async () => {
    const [, second] = await direct.sql<{ id: string }>(
      `insert into catalog.floor (asset_id, name, filter_label, filter_short_label, sort)
       select $1, 'L', 'L', 'L', n from generate_series(2, 3) n returning id::text`,
      [asset.id],
    );
    const [unit, database] = [app.app.get(UnitOfWork), app.app.get(Database)];
    const touch = (id: string) => database.execute('update catalog.floor set sort = sort where id = :id', { id });
    // The session that checks for a deadlock first is aborted, so the other one is prevented from checking.
    const holder = await session(
      `set deadlock_timeout = '1min'; begin; update catalog.floor set sort = sort where id = ${second!.id}`,
    );
    let [tries, held] = [0, Promise.resolve<unknown>(undefined)];
    await unit.run(async () => {
      tries++;
      await held; // otherwise the retry might take the lock first
      await touch(asset.floor);
      if (tries === 1) {
        held = holder.query(`update catalog.floor set sort = sort where id = ${asset.floor}; commit`);
        await within(2_000, async () => (await waiting()) === 1);
      }
      await touch(second!.id);
    });
    await held;

    expect(tries).toBe(2);
  });
});

describe('A read-only database', () => {
  /** The pool detects ended connections one at a time, some only when a request fails. */
  const succeeds = (request: () => Promise<TestResponse>) =>
    within(2_000, async () => (await request()).status === 200);
  const reconnect = () =>
    direct.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'property-map-service' and datname = current_database()`,
    );

  it('serves reads, even for keys that are not cached, and rejects writes', async () => {
    const database = new URL(direct.databaseUrl).pathname.slice(1);
    const key = await direct.key();
    await direct.sql(`alter database ${database} set default_transaction_read_only = on`);
    await reconnect();
    try {
      await succeeds(() => app.get(floor(), { key }));
      await succeeds(() => app.get(`${asset.path}/units`));
      for (const doing of [rename(), push()]) expectUnavailable(await doing);
    } finally {
      await direct.sql(
        `set default_transaction_read_only = off; alter database ${database} reset default_transaction_read_only`,
      );
      await reconnect();
    }

    await succeeds(rename);
  });
});
