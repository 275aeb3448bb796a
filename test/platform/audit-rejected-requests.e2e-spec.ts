import { setTimeout as sleep } from 'node:timers/promises';
import { newSecret } from '@app/platform/auth';
import { type TestResponse, TestApp } from '../support/app.js';
import { TIME_FACTOR } from '../support/time-factor.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { DatabaseProxy } from './database-proxy.js';

let app: TestApp;
let asset: GivenAsset;
let powerless: string;
let powerlessId: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  powerless = await app.key([]);
  powerlessId = (await app.sql<{ id: string }>('select max(id) as id from platform.api_key'))[0]!.id;
});

afterAll(() => app.close());

interface Refused extends Record<string, unknown> {
  count: number;
  code: string;
}

const recorded = () => app.sql<Refused>(`select * from audit.event where kind = 'refused' order by id`);

/** Waits for the record of a request. */
async function recordOf({ headers }: TestResponse): Promise<Refused | undefined> {
  for (let tries = 0; tries < 30 * TIME_FACTOR; tries++) {
    const found = (await recorded()).find((event) => event['request_id'] === headers.get('x-request-id'));
    if (found) return found;
    await sleep(100);
  }
  return undefined;
}

describe('The audit record of a rejected request', () => {
  const floor = () => `${asset.path}/floors/${asset.floor}`;
  const who = () => ({ actor: 'key', client: '127.0.0.1', kind: 'refused', count: 1, changes: null });

  const cases: [name: string, ask: () => Promise<TestResponse>, expected: () => object][] = [
    ['no key', () => app.put(floor(), {}, { key: null }), () => ({ status: 401, code: 'no_api_key', key_id: null })],
    [
      'a bad key',
      () => app.put(floor(), {}, { key: newSecret() }),
      () => ({ status: 403, code: 'invalid_credentials' }),
    ],
    [
      'a key without the permission',
      () => app.put(floor(), {}, { key: powerless }),
      () => ({
        status: 403,
        code: 'permission_missing',
        key_id: powerlessId,
        operation: 'update-floor',
        asset_id: asset.id,
      }),
    ],
    ['an invalid body', () => app.put(floor(), { sort: 'x' }), () => ({ status: 422, code: 'invalid', key_id: '1' })],
    [
      'an unknown unit',
      () => app.delete(`${asset.path}/units/999999`),
      () => ({ status: 404, operation: 'delete-unit', asset_id: asset.id, method: 'DELETE' }),
    ],
    [
      'an unknown path',
      () => app.post('/v1/nonsense', {}),
      () => ({ status: 404, operation: null, path: '/v1/nonsense' }),
    ],
    [
      'an unknown method',
      () => app.put(`${asset.path}/units`, {}),
      () => ({ status: 405, path: `${asset.path}/units` }),
    ],
    [
      'a write to a file',
      () => app.post('/files/x.png', {}),
      () => ({ status: 405, operation: null, method: 'POST', path: '/files/x.png' }),
    ],
    [
      'a read without a key',
      () => app.get('/v1/assets', { key: null }),
      () => ({ status: 401, operation: 'list-assets' }),
    ],
    [
      'a read with a trailing slash',
      () => app.get('/v1/assets/', { key: null }),
      () => ({ status: 401, operation: 'list-assets', method: 'GET' }),
    ],
  ];
  let answers: TestResponse[];

  beforeAll(async () => {
    answers = await Promise.all(cases.map(([, ask]) => ask()));
  });

  it.each(cases.map(([name], n) => [name, n] as const))('contains author and operation: %s', async (_, n) => {
    expect(await recordOf(answers[n]!)).toMatchObject({ ...who(), ...cases[n]![2]() });
  });

  it('contains no API key, wherever it was sent', async () => {
    const [key, typo] = [newSecret(), newSecret()];
    const asked = [
      await app.get(`/v1/assets?api-key=${key}`, { key: null }),
      await app.post(`/v1/${typo}`, {}),
      await app.put(`/v1/assets/${key}/multifamily/units/1?api-key=${typo}`, {}, { key: powerless }),
    ];
    const events = [];
    for (const answer of asked) events.push(await recordOf(answer));

    expect(events.map((event) => event?.['path'])).toEqual([
      '/v1/assets',
      '/v1/pms_***',
      '/v1/assets/pms_***/multifamily/units/1',
    ]);
    for (const secret of [key, typo, powerless]) expect(JSON.stringify(events)).not.toContain(secret.slice(4));
  });

  it('contains the client address from a trusted proxy', async () => {
    const behind = await app.replica({ TRUST_PROXY: 'true' });
    const forwarded = { 'X-Forwarded-For': '10.9.9.9, 192.0.2.7' };
    const asked = { key: null, headers: forwarded };
    expect(await recordOf(await behind.get('/v1/assets', asked))).toMatchObject({ client: '192.0.2.7' });
    expect(await recordOf(await app.get('/v1/assets', asked))).toMatchObject({ client: '127.0.0.1' });
    for (const [sent, client] of [
      ['::ffff:192.0.2.8', '192.0.2.8'],
      ['192.0.2.9:5678', '192.0.2.9'],
      ['[2001:db8::1]:443', '2001:db8::1'],
      ['[2001:db8::2]', '2001:db8::2'],
      ['unknown', '127.0.0.1'],
    ] as const) {
      const asking = { key: null, headers: { 'X-Forwarded-For': sent } };
      expect([sent, await recordOf(await behind.get('/v1/assets', asking))]).toMatchObject([sent, { client }]);
    }
  });

  it('contains the path of a scrape without its token', async () => {
    const closed = await app.replica({ METRICS: 'true', METRICS_TOKEN: 'token' });
    expect(await recordOf(await closed.get('/metrics?x=1', { key: null }))).toMatchObject({ path: '/metrics' });
  });

  it('is omitted for reads that return 404', async () => {
    const answer = await app.get('/v1/assets/999999');
    expect(answer.status).toBe(404);
    expect(await recordOf(await app.get('/v1/assets', { key: null }))).toBeDefined(); // earlier records are there too
    expect((await recorded()).map((event) => event['request_id'])).not.toContain(answer.headers.get('x-request-id'));
  });
});

describe('Rejected requests', () => {
  it('over the rate limit are recorded', async () => {
    const limited = await app.replica({ RATE_LIMIT_PER_MINUTE: '1' });
    for (let sent = 0; sent < 2; sent++) await limited.get('/v1/assets', { key: powerless });
    const answer = await limited.get('/v1/assets', { key: powerless });
    expect(await recordOf(answer)).toMatchObject({ status: 429, code: 'rate_limit', key_id: powerlessId });
  });

  it('are recorded before the server stops', async () => {
    const other = await TestApp.start();
    const replica = await other.replica();
    const { headers } = await replica.get('/v1/assets', { key: null });
    await replica.app.close();
    const events = await other.sql('select request_id from audit.event where status = 401');
    await other.close();
    expect(events).toEqual([{ request_id: headers.get('x-request-id') }]);
  });

  it('are buffered while the database is unavailable', async () => {
    const proxy = await DatabaseProxy.to(app.databaseUrl);
    const away = await app.replica({ DATABASE_URL: proxy.url });
    await proxy.refuse();
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await away.get('/v1/assets', { key: null }));
    await sleep(1_500);
    await proxy.restore();
    for (const answer of answers) expect(await recordOf(answer)).toMatchObject({ status: 401, count: 1 });
    await away.app.close();
    await proxy.close();
  });

  it('are listed up to a limit during a flood, and counted beyond it', async () => {
    const COUNT = 1_500;
    const flooded = await app.replica();
    const before = (await recorded()).length;
    const begun = performance.now();
    for (let sent = 0; sent < COUNT; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => flooded.get('/v1/assets', { key: null })));
    const seconds = (performance.now() - begun) / 1000;
    const toKey = await flooded.put(`${asset.path}/floors/${asset.floor}`, {}, { key: powerless });
    expect(await recordOf(toKey)).toMatchObject({ key_id: powerlessId }); // not dropped among those of other keys
    await flooded.app.close();
    const events = (await recorded()).slice(before);
    const listed = events.filter(({ code }) => code === 'no_api_key');
    const counted = events.filter(({ code }) => code === 'not_listed');

    expect(listed.length).toBeGreaterThanOrEqual(1_000);
    expect(listed.length).toBeLessThanOrEqual(1_001 + seconds / 60);
    expect(counted.length).toBeLessThanOrEqual(2 + seconds / 60); // the first, one a minute, and the last
    expect(counted.reduce((sum, { count }) => sum + count, listed.length)).toBe(COUNT);
    expect(counted).toEqual(
      counted.map(() => expect.objectContaining({ status: 401, key_id: null, request_id: null })),
    );
  });
});
