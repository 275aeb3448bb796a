import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { type GivenAsset, givenAsset, givenProcess } from '../support/given.js';
import { built, Service } from '../support/service.mjs';
import { Balancer } from './health-balancer.js';
import { TIME_FACTOR } from '../support/time-factor.js';

/** How often each of two replicas is replaced under load; STOP_ROUNDS repeats it more often than `npm test`. */
const ROUNDS = Number(process.env['STOP_ROUNDS'] ?? 1);
/** Between the requests of a client, so that they leave the processor to the replicas that start. */
const BETWEEN_MS = 10;

let app: TestApp;
let asset: GivenAsset;
let key: string;
const started: Service[] = [];

beforeAll(async () => {
  built();
  app = await TestApp.start();
  asset = await givenAsset(app);
  key = await app.key();
}, 120_000);
afterAll(async () => {
  for (const service of started) await service.kill();
  await app?.close();
});

async function start(env: NodeJS.ProcessEnv = {}, api: 'api' | 'data-models-api' = 'api'): Promise<Service> {
  const service = await Service.start(api, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ...env });
  started.push(service);
  return service;
}

interface Answer {
  status: number;
  connection: string | undefined;
  text: string;
}

async function ask(
  base: string,
  path: string,
  { agent, method = 'GET', body }: { agent?: Agent; method?: string; body?: string } = {},
): Promise<Answer> {
  const headers = { 'API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  const asking = request(`${base}${path}`, { method, headers, ...(agent && { agent }) });
  asking.end(body);
  return answerOf(((await once(asking, 'response')) as [IncomingMessage])[0]);
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return { status: response.statusCode!, connection: response.headers.connection, text };
}

const took = async (work: Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work;
  return performance.now() - from;
};

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(20);
};

/** Statements of the service that wait for a lock of the test. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Exit code and output of a program that does not start. */
async function ending(
  api: 'api' | 'data-models-api',
  env: NodeJS.ProcessEnv,
): Promise<[code: unknown, output: string]> {
  const service = await Service.spawn(api, { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ...env });
  return [await service.ended(), service.output];
}

/** Works while the database has a migration of this name. */
async function whileMigrated(name: string, work: () => Promise<void>): Promise<void> {
  await app.sql('insert into schema_migration (timestamp, name) values (2000000000000, $1)', [name]);
  await work().finally(() => app.sql('delete from schema_migration where timestamp = 2000000000000'));
}

describe.each(['api', 'data-models-api'] as const)('The program of the %s', (api) => {
  it('does not start on an unmigrated database, and explains how to migrate it', async () => {
    const empty = await createTestDatabase();
    const [code, text] = await ending(api, { DATABASE_URL: empty.url });
    await empty.drop();
    expect(code).toBe(1);
    expect(text).toMatch(/^The database lacks \d+ migrations, platform\.Platform1766000000000 first: run `migrate`\n$/);
  });

  it('ignores the migrations of other programs, and exits with 0 on SIGTERM, immediately when idle', () =>
    whileMigrated('elsewhere.Later2000000000000', async () => {
      const service = await start({}, api);
      service.signal('SIGTERM');
      expect(await took(service.ended())).toBeLessThan(2_500 * TIME_FACTOR);
      expect([await service.ended(), service.output]).toEqual([0, '']);
    }));
});

describe('A program', () => {
  it.each(['catalog.Later2000000000000', 'Later2000000000000'])(
    'does not start on a database with the unknown migration %s',
    (name) =>
      whileMigrated(name, async () =>
        expect(await ending('api', {})).toEqual([
          1,
          `The database is newer than this program, which lacks its migration ${name}: start the newer version\n`,
        ]),
      ),
  );

  it('reports an unreachable database in one line, without its password', async () => {
    expect(await ending('api', { DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' })).toEqual([
      1,
      'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:9\n',
    ]);
  });

  it.each(['1', '2'])('reports a missing database in one line, with WORKERS=%s', async (workers) => {
    const url = new URL(app.databaseUrl);
    url.pathname = '/nowhere';
    expect(await ending('api', { DATABASE_URL: url.href, WORKERS: workers })).toEqual([
      2,
      'DATABASE_URL names a database that does not exist: create it, or name another (database "nowhere" does not exist)\n',
    ]);
  });

  it('reports an invalid setting or a used port in one line', async () => {
    expect(await ending('api', { DRAIN_SECONDS: 'soon' })).toEqual([
      2,
      'DRAIN_SECONDS must be a whole number from 0 to 3600, not "soon"\n',
    ]);
    const { port } = new URL(app.base);
    expect(await ending('api', { PORT: port })).toEqual([1, `Port ${port} is in use: set a different port\n`]);
  });
});

describe('A stopping server', () => {
  /** Sessions whose client vanished without closing them, as PostgreSQL counts them. */
  const abandoned = async () =>
    Number((await app.sql(`select sessions_abandoned from pg_stat_database where datname = current_database()`))[0]!.sessions_abandoned); // oxfmt-ignore

  it('completes requests in progress, receives the rest of bodies, closes all connections, and exits', async () => {
    const service = await start();
    const holder = await app.sqlPool.connect();
    await holder.query('begin; select from catalog.asset for update');
    const agent = new Agent({ keepAlive: true });
    const path = `/v1/assets/${asset.id}`;
    const changed = (display_name: string) => JSON.stringify({ id: asset.id, display_name });
    const waiting = ask(service.base, path, { agent, method: 'PUT', body: changed('Changed while stopping') });
    const slowly = changed('Slowly');
    const asking = request(`${service.base}${path}`, {
      method: 'PUT',
      headers: { 'API-Key': key, 'Content-Type': 'application/json', 'Content-Length': slowly.length },
    });
    asking.write(slowly.slice(0, 10));
    await once((await once(asking, 'socket'))[0] as Socket, 'connect');
    await ask(service.base, '/health/live'); // whose connection is accepted after theirs
    await until(async () => (await app.sql(WAITING)).length > 0);
    const before = await abandoned();

    service.signal('SIGTERM');
    await sleep(500);
    expect(service.isRunning).toBe(true);
    await holder.query('rollback');
    holder.release();

    expect(await waiting).toMatchObject({ status: 200, connection: 'close' });
    expect((await app.get(path)).body.display_name).toBe('Changed while stopping');
    await sleep(1_000);
    asking.end(slowly.slice(10));
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect(await answerOf(response)).toMatchObject({ status: 200, connection: 'close' });
    expect(await service.ended()).toBe(0);
    expect((await app.get(path)).body.display_name).toBe('Slowly');
    expect(await abandoned()).toBe(before);
  });

  it('becomes unready at once, but serves until load balancers have noticed', async () => {
    const service = await start({ DRAIN_SECONDS: '8' });
    const agent = new Agent({ keepAlive: true });
    expect((await ask(service.base, '/v1/assets', { agent })).connection).toBe('keep-alive');
    service.signal('SIGTERM');

    const ready = () => ask(service.base, '/health/ready', { agent });
    await until(async () => (await ready()).status === 503);
    expect(JSON.parse((await ready()).text).message).toBe('The server is stopping');
    expect((await ask(service.base, '/health/live')).status).toBe(200);
    expect(await ask(service.base, '/v1/assets', { agent })).toMatchObject({ status: 200, connection: 'close' });

    expect(await service.ended()).toBe(0);
    await expect(fetch(`${service.base}/health/live`)).rejects.toThrow('fetch failed');
  });

  it('serves a request on an idle connection, and closes those that stay idle', async () => {
    const service = await start();
    const agent = new Agent({ keepAlive: true });
    await ask(service.base, '/v1/assets', { agent });
    const { hostname, port } = new URL(service.base);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    service.signal('SIGTERM');
    await sleep(300);

    expect(await ask(service.base, '/v1/assets', { agent })).toMatchObject({ status: 200, connection: 'close' });
    await once(silent, 'close');
    expect(await service.ended()).toBe(0);
  });

  it('exits at once on a second signal', async () => {
    const service = await start({ DRAIN_SECONDS: '60' });
    service.signal('SIGTERM');
    await sleep(200);
    service.signal('SIGTERM');
    expect(await took(service.ended())).toBeLessThan(1_000 * TIME_FACTOR);
    expect(await service.ended()).toBe(1);
  });
});

describe('Two replicas behind a proxy', () => {
  it(
    'lose no request when they are replaced one by one',
    async () => {
      // Without a drain, a connection may be established but not yet accepted at the moment when the server stops listening.
      const env = { DRAIN_SECONDS: '1' };
      const feed = await givenProcess(app, asset);
      const replicas = [await start(env), await start(env)];
      const balancer = await Balancer.start(
        replicas.map(({ base }) => base),
        100,
      );
      const entry = { unit_number: '101', provider_id: '101', price: 1, available_on: '2026-12-01' };
      const lost: string[] = [];
      let answered = 0;
      let published = 0;
      let going = true;

      const reader = async (): Promise<void> => {
        while (going) {
          const { status, text } = await ask(balancer.base, '/v1/assets?per-page=5');
          if (status === 200) answered++;
          else lost.push(`${status} ${text}`);
          await sleep(BETWEEN_MS);
        }
      };
      const writer = async (): Promise<void> => {
        for (let price = 1; going; price++) {
          const body = JSON.stringify([{ ...entry, price }]);
          const { status, text } = await ask(balancer.base, `${feed}/ingest?commit=1`, { method: 'POST', body });
          if (status !== 200) lost.push(`${status} ${text}`);
          else published = price;
          await sleep(BETWEEN_MS);
        }
      };
      const load = [reader(), reader(), reader(), writer()];
      for (let round = 0; round < ROUNDS; round++)
        for (const at of [0, 1]) {
          await sleep(300);
          replicas[at]!.signal('SIGTERM');
          expect(await replicas[at]!.ended()).toBe(0);
          replicas[at] = await start(env);
          balancer.replace(at, replicas[at]!.base);
        }
      going = false;
      await Promise.all(load);
      await balancer.close();

      expect(lost).toEqual([]);
      expect(answered).toBeGreaterThan(100);
      const [row] = (await app.get(`${feed}/entries?flat-pricing=1`)).body.data;
      expect(row[0].price).toBe(published);
      if (process.env['STOP_ROUNDS']) console.log({ stops: 2 * ROUNDS, answered, published });
    },
    60_000 + ROUNDS * 30_000,
  );
});
