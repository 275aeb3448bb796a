import { hashOf, newSecret } from '@app/platform/auth';
import { TestApp, type RequestOptions } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { snapshotOf } from './database-snapshot.js';
import { Wire } from './wire.js';
import { ageKeys, restoreAge } from '../support/key-age.js';

let app: TestApp;
let other: TestApp;
let asset: GivenAsset;
let secret: string;

beforeAll(async () => {
  app = await TestApp.start();
  other = await app.replica();
  asset = await givenAsset(app);
  await givenAsset(app);
});
afterAll(() => app?.close());
beforeEach(async () => (secret = await app.key()));
afterEach(() => app.advance(0));

const ask = (server: TestApp, path = '/v1/assets?per-page=1') => server.get(path, { key: secret });
const outcome = async (asked: RequestOptions, path = '/v1/assets') => {
  const { status, body } = await app.get(path, asked);
  return [status, body.message ?? 'served'];
};

const NO_KEY = [401, 'No API key found in request'];
const INVALID = [403, 'Invalid authentication credentials'];
const SERVED = [200, 'served'];
const lastLetter = (text: string) => (text === 'a' ? 'b' : 'a');

afterEach(restoreAge);

describe('A request without a key', () => {
  it.each<[string, RequestOptions, string | undefined]>([
    ['has neither header nor parameter', { key: null }, undefined],
    ['has an empty header', { key: '' }, undefined],
    ['has an empty parameter', { key: null }, '/v1/assets?api-key='],
    [
      'has a header of another name',
      { key: null, headers: { 'X-API-Key': 'x', Authorization: 'Bearer x' } },
      undefined,
    ],
    ['has a parameter of another name', { key: null }, '/v1/assets?API-KEY=x&api_key=x&api-key[]=x'],
  ])('%s', async (_, asked, path) => {
    expect(await outcome(asked, path)).toEqual(NO_KEY);
  });
});

describe('An invalid key', () => {
  it.each([
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'null', 'undefined', '0'],
    ...["' or true --", '*', 'pms_', `pms_${'0'.repeat(40)}`, '%00', 'é'],
  ])('is rejected with the same response: %s', async (key) => {
    expect(await outcome({ key })).toEqual(INVALID);
    expect(await outcome({ key: null }, `/v1/assets?api-key=${encodeURIComponent(key)}`)).toEqual(INVALID);
  });

  it('may be well-formed but never issued', async () => {
    expect(await outcome({ key: newSecret() })).toEqual(INVALID);
  });

  it('with a typo is rejected without a query', async () => {
    const typo = secret.slice(0, -1) + lastLetter(secret.at(-1)!);
    expect(await outcome({ key: typo })).toEqual(INVALID);
    expect(await outcome({ key: secret.slice(0, 10) + lastLetter(secret[10]!) + secret.slice(11) })).toEqual(INVALID);
    expect(await outcome({ key: secret.toUpperCase() })).toEqual(INVALID);
    expect(await outcome({ key: ` ${secret}`.trimStart() })).toEqual(SERVED);
  });

  it('is rejected with the same body for every reason', async () => {
    const [revoked, expired] = [await app.key(), await app.key()];
    await app.sql('update platform.api_key set revoked_at = platform.now() where hash = sha256($1)', [
      Buffer.from(revoked),
    ]);
    await app.sql('update platform.api_key set expires_at = platform.now() where hash = sha256($1)', [
      Buffer.from(expired),
    ]);
    const bodies = await Promise.all(
      ['constructor', newSecret(), revoked, expired].map(async (key) => (await app.get('/v1/assets', { key })).body),
    );

    expect(new Set(bodies.map((body) => JSON.stringify({ ...body, request_id: '' }))).size).toBe(1);
  });
});

describe('A key sent twice', () => {
  const head = async (...keys: string[]) => {
    const wire = await Wire.to(app.base);
    const answer = await wire
      .head('GET /v1/assets HTTP/1.1', 'Host: a', ...keys.map((key) => `API-Key: ${key}`))
      .answer();
    wire.close();
    return [answer.status, answer.body.message ?? 'served'];
  };

  it('in headers is invalid, even if both are equal', async () => {
    expect(await head(secret, secret)).toEqual(INVALID);
    expect(await head(secret, 'x')).toEqual(INVALID);
    expect(await head(`${secret}, ${secret}`)).toEqual(INVALID);
    expect(await head('', secret)).toEqual(SERVED);
  });

  it('in parameters is invalid', async () => {
    expect(await outcome({ key: null }, `/v1/assets?api-key=${secret}&api-key=${secret}`)).toEqual(INVALID);
    expect(await outcome({ key: null }, `/v1/assets?api-key=&api-key=${secret}`)).toEqual(SERVED);
  });

  it('in a header and a parameter is read from the header', async () => {
    expect(await outcome({ key: secret }, '/v1/assets?api-key=x')).toEqual(SERVED);
    expect(await outcome({ key: 'x' }, `/v1/assets?api-key=${secret}`)).toEqual(INVALID);
    expect(await outcome({ key: '' }, `/v1/assets?api-key=${secret}`)).toEqual(SERVED);
  });
});

describe('A revoked key', () => {
  const change = (set: string, values: unknown[] = []) =>
    app.sql(`update platform.api_key set ${set} where hash = sha256($1)`, [Buffer.from(secret), ...values]);
  const statuses = async (path?: string) => [(await ask(app, path)).status, (await ask(other, path)).status];

  it.each([
    ['revoked', 'revoked_at = platform.now()'],
    ['expired', 'expires_at = platform.now()'],
    ['without the permission', `permissions = '{service.floors.create}'`],
  ])('is rejected by every server within five seconds, %s', async (_, set) => {
    const floors = `${asset.path}/floors`;
    expect(await statuses(floors)).toEqual([200, 200]);
    await change(set);
    ageKeys(4_900);

    expect(await statuses(floors)).toEqual([403, 403]);
  });

  it('sees changes of its accounts within five seconds', async () => {
    expect((await ask(other)).body.data).toHaveLength(1);
    await change('accounts = array[]::bigint[]');
    ageKeys(4_900);

    expect((await ask(other)).body.data).toHaveLength(0);
  });

  it('is rejected as soon as it expires, even when just cached', async () => {
    await change(`expires_at = platform.now() + interval '2 seconds'`);
    expect(await statuses()).toEqual([200, 200]);
    ageKeys(2_000);
    await app.advance(1);

    expect(await statuses()).toEqual([403, 403]);
  });

  it('is accepted again within five seconds of its restoration', async () => {
    await change('revoked_at = platform.now()');
    expect(await statuses()).toEqual([403, 403]);
    await change('revoked_at = null');
    ageKeys(4_900);

    expect(await statuses()).toEqual([200, 200]);
  });
});

describe('The secret of a key', () => {
  it('appears in no link, header or body of a response', async () => {
    const misspelt = `API-Key=${secret}&apikey=${secret}&Api-key=${secret}&x=${secret}`;
    for (const path of [
      `/v1/assets?per-page=1&api-key=${secret}&${misspelt}`,
      `/v1/assets?page=2&per-page=1&api-key=${secret}`,
      `/v1/assets/0?api-key=${secret}`,
      `/v1/nowhere?api-key=${secret}`,
      `/v1/assets?page=0&api-key=${secret}`,
      `/v1/assets/${secret}?api-key=${secret}`,
    ])
      for (const key of [null, secret]) {
        const { headers, text } = await app.get(path, { key });
        expect([...headers.values()].join('\n') + text).not.toContain(secret);
      }
  });

  it('is removed from links, which keep the known parameters', async () => {
    const { body, headers } = await app.get(`/v1/assets?api-key=${secret}&per-page=1&total=1&page=2&colour=red`, {
      key: null,
    });

    expect(body.paging.prev_url).toBe(`${app.base}/v1/assets?total=1&page=1&per-page=1`);
    expect(headers.get('link')).toBe(`<${body.paging.prev_url}>; rel="prev"`);
  });

  it('is not stored in the database', async () => {
    await ask(app);
    await app.post('/v1/assets', { name: 'x' }, { key: secret });
    const used = () =>
      app.sql('select from platform.api_key where hash = $1 and last_used_at is not null', [hashOf(secret)]);
    while ((await used()).length === 0) await app.sql('select pg_sleep(0.01)'); // written after the response

    const stored = Object.values(await snapshotOf(app)).join('\n');
    expect(stored).toContain('service.*');
    expect(stored).not.toContain(secret.slice(4, 38));
    expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
  });
});
