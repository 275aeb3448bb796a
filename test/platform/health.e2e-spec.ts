import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { platformPersistence, migrate } from '@app/platform/runtime';
import { createDataModelsApi } from '../../apps/data-models-api/src/create-api.js';
import { type TestResponse, TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';

const FINE = { database: 'ok', migrations: 'ok', files: 'ok' };
/** Milliseconds after which a cached check has expired. */
const LATER = 1_100;

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());

const nobody = { key: null, flags: null };
const live = (at = app) => at.get('/health/live', nobody);
const ready = (at = app) => at.get('/health/ready', nobody);

function expectFailing(answer: TestResponse, ...parts: string[]): void {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.body).toEqual({
    message: `Not ready: ${parts.join(', ')}`,
    code: 'not_ready',
    request_id: answer.headers.get('x-request-id'),
    checks: { ...FINE, ...Object.fromEntries(parts.map((part) => [part, 'failing'])) },
  });
}

describe.each([
  ['main', undefined],
  ['second', createDataModelsApi],
])('The health of the %s API', (_, create) => {
  let api: TestApp;

  beforeAll(async () => {
    api = create ? await TestApp.start({}, create) : app;
  });
  afterAll(() => (create ? api?.close() : undefined));

  it('is public', async () => {
    const answers = [await live(api), await ready(api)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { status: 'live' }],
      [200, { status: 'ready', checks: FINE }],
    ]);
    expect((await api.request('HEAD', '/health/ready', nobody)).status).toBe(200);
  });

  it('is documented as public', async () => {
    const { paths } = (await api.get('/openapi.json', nobody)).body;
    expect(paths['/health/live'].get).toMatchObject({ security: [], responses: { 200: {} } });
    expect(Object.keys(paths['/health/ready'].get.responses)).toEqual(expect.arrayContaining(['200', '503']));
  });
});

describe('Readiness', () => {
  it('does not require HTTPS, which ends at the proxy', async () => {
    const strict = await app.replica({ REQUIRE_HTTPS: 'true' });
    expect([(await ready(strict)).status, (await strict.get('/v1/assets')).status]).toEqual([200, 403]);
  });

  it('fails without the migrations of this program, and recovers with them', async () => {
    const name = 'pricing.Pricing1766000200000';
    const [row] = await app.sql('delete from schema_migration where name = $1 returning timestamp, name', [name]);
    await sleep(LATER);
    expectFailing(await ready(), 'migrations');

    await app.sql('insert into schema_migration (timestamp, name) values ($1, $2)', [row!['timestamp'], name]);
    await sleep(LATER);
    expect((await ready()).status).toBe(200);
  });

  it('continues while a newer version migrates the database', async () => {
    await app.sql(`insert into schema_migration (timestamp, name) values (1, 'pricing.Later2000000000000')`);
    await sleep(LATER);
    expect((await ready()).status).toBe(200);
    await app.sql(`delete from schema_migration where timestamp = 1`);
  });

  it('fails when files cannot be stored, in a folder or a bucket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-folder-'));
    writeFileSync(join(folder, 'file'), '');
    const onDisk = await app.replica({ DATA_DIR: join(folder, 'file') });
    const inBucket = await app.replica({ S3_BUCKET: 'none', S3_ENDPOINT: 'http://127.0.0.1:9' });
    expectFailing(await ready(onDisk), 'files');
    expectFailing(await ready(inBucket), 'files');
    rmSync(folder, { recursive: true });
  });

  it('does not wait for an exhausted pool', async () => {
    const small = await app.replica({ DATABASE_POOL: '4' });
    const blocker = await app.sqlPool.connect();
    await blocker.query('begin; lock table catalog.asset, platform.api_key in access exclusive mode');
    const waiting = Array.from({ length: 20 }, () => small.get('/v1/assets'));
    await sleep(200);
    expect((await ready(small)).status).toBe(200);
    await blocker.query('rollback');
    blocker.release();
    await Promise.all(waiting);
  });

  it('fails when the database is unavailable, without details, while liveness succeeds', async () => {
    const lonely = await TestApp.start({ LOG_LEVEL: 'silent' });
    const name = new URL(lonely.databaseUrl).pathname.slice(1);
    await app.sql(`drop database ${name} with (force)`);

    expectFailing(await ready(lonely), 'database', 'migrations');
    expect((await live(lonely)).status).toBe(200);
    await lonely.close();
  });
});

describe('Migrating', () => {
  it('does not change a database that a newer version has migrated', async () => {
    const database = await createTestDatabase();
    const options = { url: database.url, poolSize: 2, contexts: [platformPersistence] };
    expect(await migrate(options)).toContain('Platform1766000000000');
    expect(await migrate(options)).toEqual([]);

    const later = { ...platformPersistence, migrations: [...platformPersistence.migrations, Later2000000000000] };
    expect(await migrate({ ...options, contexts: [later] })).toEqual(['Later2000000000000']);

    await expect(migrate(options)).rejects.toThrow('The database is newer than this program');
    await database.drop();
  });
});

class Later2000000000000 {
  async up(): Promise<void> {}
}
