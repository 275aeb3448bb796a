import { ApiKey, ApiKeyRepository, newSecret } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { TestApp } from '../support/app.js';
import { ageKeys, restoreAge } from '../support/key-age.js';

const HOUR_MS = 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterEach(() => app.advance(0));
afterEach(() => {
  restoreAge();
  age = 0;
});
afterAll(() => app.close());

/** Changes the newest key as a command would. */
function change<T>(work: (key: ApiKey, now: Date) => T): Promise<T> {
  const keys = app.app.get(ApiKeyRepository);
  return app.app.get(UnitOfWork).run(async () => {
    const [row] = await app.sql<{ id: string }>(
      'select id::text from platform.api_key key order by key.id desc limit 1',
    );
    const key = await keys.lock({ id: row!.id });
    const result = work(key, await app.app.get(Clock).now());
    await keys.save(key);
    if (result instanceof ApiKey) await keys.add(result);
    return result;
  });
}

/** @returns the secret of the key that replaces the newest one */
async function rotate(overlapMs: number): Promise<string> {
  const secret = newSecret();
  await change((key, now) => key.rotate(secret, now, overlapMs));
  return secret;
}

let age = 0;

/** The status that a process without a cached key responds with. */
const status = async (key: string): Promise<number> => {
  ageKeys((age += 5_000));
  return (await app.get('/v1/assets', { key })).status;
};

describe('A rotated key', () => {
  it('accepts both secrets during the overlap, and only the new one after it', async () => {
    const old = await app.key();
    const secret = await rotate(24 * HOUR_MS);
    expect([await status(old), await status(secret)]).toEqual([200, 200]);

    await app.advance(23 * 60 + 59);
    expect([await status(old), await status(secret)]).toEqual([200, 200]);
    await app.advance(24 * 60 + 1);
    expect([await status(old), await status(secret)]).toEqual([403, 200]);
  });

  it('accepts only the new secret without an overlap', async () => {
    const old = await app.key();
    const secret = await rotate(0);

    expect([await status(old), await status(secret)]).toEqual([403, 200]);
  });

  it('may be rotated again, and each secret expires at its own time', async () => {
    const first = await app.key();
    const second = await rotate(2 * HOUR_MS);
    const third = await rotate(HOUR_MS);
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 200, 200]);

    await app.advance(90);
    expect([await status(first), await status(second), await status(third)]).toEqual([200, 403, 200]);
  });

  it('keeps permissions, accounts and expiry', async () => {
    const old = await app.key(['service.units.read'], []);
    await app.sql(
      `update platform.api_key set expires_at = now() + interval '2 hours' where name = 'test' and id = (select max(id) from platform.api_key)`,
    );
    const secret = await rotate(24 * HOUR_MS);
    expect((await app.get('/v1/assets', { key: secret })).body.data).toEqual([]);
    expect((await app.post('/v1/assets', {}, { key: secret })).body.code).toBe('permission_missing');

    await app.advance(121);
    expect([await status(old), await status(secret)]).toEqual([403, 403]);
  });

  it('keeps its rate limit', async () => {
    await app.key();
    await app.sql('update platform.api_key set rate_limit = 77 where id = (select max(id) from platform.api_key)');
    const secret = await rotate(HOUR_MS);
    expect((await app.get('/v1/assets', { key: secret })).headers.get('ratelimit-limit')).toBe('154');
  });

  it('is never prolonged by an overlap', async () => {
    const old = await app.key();
    await app.sql(
      `update platform.api_key set expires_at = now() + interval '1 hour' where id = (select max(id) from platform.api_key)`,
    );
    await rotate(24 * HOUR_MS);
    await app.advance(61);

    expect(await status(old)).toBe(403);
  });

  it('cannot be a revoked or expired one', async () => {
    await app.key();
    await change((key, now) => key.revoke(now));
    await expect(rotate(HOUR_MS)).rejects.toThrow(Problem);
    await app.key();
    await app.sql(`update platform.api_key set expires_at = now() where id = (select max(id) from platform.api_key)`);
    await expect(rotate(HOUR_MS)).rejects.toThrow('is expired');
  });

  it('rejects the old secret within seconds, even where it is cached', async () => {
    const old = await app.key();
    expect((await app.get('/v1/assets', { key: old })).status).toBe(200);
    await rotate(0);
    ageKeys(5_000);

    expect((await app.get('/v1/assets', { key: old })).status).toBe(403);
  });
});
