import { jest } from '@jest/globals';
import { PurgeRateLimitsJob, RequestCounts } from '@app/platform/auth';
import { type TestResponse, TestApp } from '../support/app.js';

describe('The rate limit', () => {
  const RATE = 60;
  /** of a window of two minutes */
  const LIMIT = 2 * RATE;
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    // however slow the database of a busy machine is; otherwise a late count applies to this process only
    jest.spyOn(RequestCounts.prototype, '_upsert').mockImplementation(function (this: RequestCounts, ...counted) {
      return this.add(...counted);
    });
    const env = { RATE_LIMIT_PER_MINUTE: `${RATE}`, RATE_LIMIT_UNKNOWN_KEYS: '10', TRUST_PROXY: 'true' };
    app = await TestApp.start(env);
    other = await app.replica(env);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const statuses = (answers: TestResponse[], status: number) =>
    answers.filter((answer) => answer.status === status).length;

  it('counts the requests of a key exactly, and returns the remaining requests in every response', async () => {
    const key = await app.key();
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { status, headers } = await app.get('/v1/assets', { key });
      expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
        200,
        `${LIMIT}`,
        `${left}`,
      ]);
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
    }
    const refused = await app.get('/v1/assets', { key });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limit']);
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  });

  it('allows a burst of the requests of two minutes, by default 2,400', async () => {
    const usual = await app.replica({ RATE_LIMIT_PER_MINUTE: '' });
    const key = await app.key();
    const { headers } = await usual.get('/v1/assets', { key });
    expect(headers.get('ratelimit-limit')).toBe('2400');
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(60);
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(120);
    const answers = await Promise.all(Array.from({ length: 1_300 }, () => usual.get('/v1/assets?per-page=1', { key })));
    expect(statuses(answers, 200)).toBe(1_300);
  });

  it.each([1, 40])('counts the requests of a key across all replicas, %i at once', async (atOnce) => {
    const key = await app.key();
    const answers: TestResponse[] = [];
    while (answers.length < LIMIT * 2) {
      const sent = Array.from({ length: atOnce }, (_, at) => ((answers.length + at) % 2 ? app : other).get('/v1/assets', { key })); // oxfmt-ignore
      answers.push(...(await Promise.all(sent)));
    }
    const passed = statuses(answers, 200);
    expect(passed).toBeLessThanOrEqual(LIMIT);
    expect(passed).toBeGreaterThanOrEqual(LIMIT - 3); // one replica may reserve a few that it does not use
    expect(statuses(answers, 429)).toBe(answers.length - passed);
  });

  it('applies the limit of the key', async () => {
    const limited = async (limit: number) => {
      const key = await app.key();
      await app.sql('update platform.api_key set rate_limit = $1 where id = (select max(id) from platform.api_key)', [
        limit,
      ]);
      const answers: TestResponse[] = [];
      for (let sent = 0; sent < LIMIT + 10; sent++)
        answers.push(await (sent % 2 ? app : other).get('/v1/assets', { key }));
      return answers;
    };
    const few = await limited(5);
    expect([statuses(few, 200), few[0]!.headers.get('ratelimit-limit')]).toEqual([10, '10']);
    const many = await limited(LIMIT * 10);
    expect([statuses(many, 200), many[0]!.headers.get('ratelimit-limit')]).toEqual([LIMIT + 10, `${LIMIT * 20}`]);
    const all = await limited(0);
    expect([statuses(all, 200), all[0]!.headers.get('ratelimit-limit')]).toEqual([LIMIT + 10, null]);
  });

  it('returns the remaining requests in errors, too', async () => {
    const key = await app.key(['service.units.read']);
    const asked = [
      app.get('/v1/nowhere', { key }),
      app.request('DELETE', '/v1/assets', { key }),
      app.get('/v1/assets/%zz', { key }),
      app.get('/v1/assets?page=0', { key }),
      app.get('/v1/assets/1/multifamily/units/7', { key }),
      app.post('/v1/assets', {}, { key }),
      app.get('/v1/references', { key, flags: null }),
      app.request('PUT', '/v1/assets/1', { key, raw: '{', headers: { 'Content-Type': 'text/csv' } }),
      app.request('HEAD', '/v1/assets', { key }),
      app
        .get('/v1/assets', { key })
        .then(({ headers }) => app.get('/v1/assets', { key, headers: { 'If-None-Match': headers.get('etag')! } })),
    ];
    const answers = await Promise.all(asked);
    expect(answers.filter(({ headers }) => headers.get('ratelimit-remaining') === null)).toEqual([]);
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(5);
  });

  it('does not query the database on each request', async () => {
    const key = await app.key();
    for (let sent = 0; sent < 60; sent++) await app.get('/v1/assets', { key });
    const [counted] = await app.sql<{ points: number }>(
      `select points from platform.request_count where key = 'key:' || (select max(id) from platform.api_key)`,
    );
    expect(counted!.points).toBeGreaterThanOrEqual(60);
    expect(counted!.points).toBeLessThanOrEqual(62);
  });

  it('uses the database clock, not that of a process', async () => {
    const key = await app.key();
    const answers: TestResponse[] = [];
    for (let sent = 0; sent < 60; sent++) answers.push(await app.get('/v1/assets', { key }));
    const clock = jest
      .spyOn(Date, 'now')
      .mockImplementation(() => performance.timeOrigin + performance.now() + 20 * 60_000);
    try {
      for (let sent = 0; sent < LIMIT; sent++) answers.push(await other.get('/v1/assets', { key }));
    } finally {
      clock.mockRestore();
    }
    expect(statuses(answers, 200)).toBeLessThanOrEqual(LIMIT);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeLessThanOrEqual(120);
  });

  it('is stricter for invalid keys, per address', async () => {
    const guess = (address: string, on = app) =>
      on.get('/v1/assets', { key: 'pms_guess', headers: { 'X-Forwarded-For': `203.0.113.9, ${address}` } });
    const answers: TestResponse[] = [];
    for (let sent = 0; sent < 20; sent++) answers.push(await guess('198.51.100.1', sent % 2 ? app : other));
    expect([statuses(answers, 403), statuses(answers, 429)]).toEqual([10, 10]);
    expect(answers.at(-1)!.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await guess('198.51.100.2')).status).toBe(403);
    const known = await app.get('/v1/assets', { headers: { 'X-Forwarded-For': '198.51.100.1' } });
    expect(known.status).toBe(200); // valid keys from the same address still work
  });

  it('treats an IPv6 network as one client', async () => {
    const guess = async (address: string) =>
      (await app.get('/v1/assets', { key: 'pms_guess', headers: { 'X-Forwarded-For': address } })).status;
    const answers: number[] = [];
    for (let sent = 0; sent < 12; sent++) answers.push(await guess(`2001:db8:0:1::${sent}:1`));
    expect(answers).toEqual([...Array<number>(10).fill(403), 429, 429]);
    expect(await guess('2001:DB8:0:1:ffff:ffff:ffff:ffff')).toBe(429);
    expect(await guess('2001:db8:0:2::1')).toBe(403);
  });

  it('is higher for public paths, per address, and exempts health checks', async () => {
    const open = await app.replica({ RATE_LIMIT_PUBLIC: '20', TRUST_PROXY: 'true' });
    const visit = (path: string, address = '198.51.100.3') =>
      open.get(path, { key: null, headers: { 'X-Forwarded-For': address } });
    const paths = [
      '/v1/embeds/none/document',
      '/files/none.png',
      '/openapi.json',
      '/nowhere',
      '/v1/embeds/%ff/document',
    ];
    const answers: TestResponse[] = [];
    for (let sent = 0; sent < 6; sent++) for (const path of paths) answers.push(await visit(path));
    expect([statuses(answers, 429), statuses(answers, 404), statuses(answers, 200)]).toEqual([10, 16, 4]);
    expect(answers.filter(({ status, headers }) => headers.has('ratelimit-limit') !== (status === 429))).toEqual([]);
    expect(answers.at(-1)!.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect((await visit(path)).status).toBe(200);
    expect((await visit(paths[0]!, '198.51.100.4')).status).toBe(404);
    const known = await open.get('/v1/assets', { headers: { 'X-Forwarded-For': '198.51.100.3' } });
    expect(known.status).toBe(200);
  });

  it('is counted per process while the database is unavailable', async () => {
    const key = await app.key();
    await app.sql('alter table platform.request_count rename to request_count_away');
    try {
      const answers: TestResponse[] = [];
      for (let sent = 0; sent < LIMIT + 5; sent++) answers.push(await app.get('/v1/assets', { key }));
      expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([LIMIT, 5]);
    } finally {
      await app.sql('alter table platform.request_count_away rename to request_count');
    }
  });

  it('deletes counts after their window', async () => {
    const key = await app.key();
    await app.get('/v1/assets', { key });
    await app.sql(`insert into platform.request_count values ('key:gone', 1, extract(epoch from now()) * 1000 - 1)`);
    await app.app.get(PurgeRateLimitsJob).run();
    const kept = await app.sql<{ key: string }>('select key from platform.request_count');
    expect(kept.map((row) => row.key)).not.toContain('key:gone');
    expect(kept.length).toBeGreaterThan(0);
  });

  it('can be counted per process', async () => {
    const alone = await app.replica({ RATE_LIMIT_PER_MINUTE: '3', RATE_LIMIT_STORE: 'memory' });
    const key = await app.key();
    const answers: TestResponse[] = [];
    for (let sent = 0; sent < 8; sent++) answers.push(await alone.get('/v1/assets', { key }));
    expect(statuses(answers, 200)).toBe(6);
    expect((await app.get('/v1/assets', { key })).headers.get('ratelimit-remaining')).toBe(`${LIMIT - 1}`);
  });
});
