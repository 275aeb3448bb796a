import { type TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset } from '../support/given.js';
import { ageKeys, restoreAge } from '../support/key-age.js';

const app = TestApp.forSuite();
const KEYS = '/v1/keys';
const MANAGE = ['service.*', 'keys.manage'];

let accounts: string[];
let assets: GivenAsset[];
/** a key of the first account that manages keys */
let manager: string;

beforeAll(async () => {
  accounts = [await givenAccount(app), await givenAccount(app)];
  assets = [await givenAsset(app, ['101'], [accounts[0]!]), await givenAsset(app, ['101'], [accounts[0]!])];
  assets.push(await givenAsset(app, ['101'], [accounts[1]!]));
});
beforeEach(async () => (manager = await app.key(MANAGE, [accounts[0]!])));
afterEach(restoreAge);

const READER = { name: 'Website', permissions: ['service.units.read'] };
const create = (body: object, key = manager) => app.post(KEYS, body, { key });
const created = async (body: object = READER, key = manager): Promise<{ id: string; key: string }> => {
  const answer = await create(body, key);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
};
const idOf = async (secret: string): Promise<string> =>
  (await app.sql<{ id: string }>('select id from platform.api_key where hash = sha256($1)', [Buffer.from(secret)]))[0]!
    .id;
const errors = ({ status, body }: TestResponse) => [status, body.fields ?? body.code];

describe('A key', () => {
  it('sees what it may do itself, without a permission, and nothing of others', async () => {
    const { key, id } = await created(READER);
    const { status, body, text } = await app.get(`${KEYS}/own`, { key });

    expect([status, body.id, body.permissions, body.account_ids]).toEqual([200, id, READER.permissions, [accounts[0]]]);
    expect(text).not.toContain(key);
    expect((await app.get(`${KEYS}/own`, { key: manager })).body.permissions).toEqual(MANAGE);
    expect((await app.get(`${KEYS}/own`, { key: null })).status).toBe(401);
    expect((await app.get(`${KEYS}/${id}`, { key })).status).toBe(403);
  });
});

describe('A created key', () => {
  it('works at once, within its permissions and accounts, and is shown only once', async () => {
    const { status, body, headers } = await create(READER);
    const { key, id } = body;

    expect([status, headers.get('location')]).toEqual([201, `${app.base}${KEYS}/${id}`]);
    expect(body).toMatchObject({
      ...{ ...READER, account_ids: [accounts[0]], asset_ids: null, is_read_only: false, status: 'valid' },
      ...{ prefix: key.slice(0, 8), last_characters: key.slice(-4) },
    });
    expect((await app.get(`${assets[0]!.path}/units`, { key })).body.data).toHaveLength(1);
    expect((await app.get(`${assets[2]!.path}/units`, { key })).status).toBe(404);
    expect((await app.get(`${assets[0]!.path}/buildings`, { key })).status).toBe(403);
    expect((await app.delete(`${assets[0]!.path}/units/${assets[0]!.units[0]}`, { key })).status).toBe(403);
    const shown = [await app.get(KEYS, { key: manager }), await app.get(`${KEYS}/${id}`, { key: manager })];
    for (const { text } of shown) expect(text).not.toContain(key);
    expect(shown[0]!.body.data.find((each: { id: string }) => each.id === id).last_used_at).not.toBeNull();
  });

  it('is created once for an Idempotency-Key, which does not store it', async () => {
    const headers = { 'Idempotency-Key': 'a-new-key' };
    const [first, second] = [
      await app.post(KEYS, READER, { key: manager, headers }),
      await app.post(KEYS, READER, { key: manager, headers }),
    ];

    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual({ ...first.body, key: null });
    const [stored] = await app.sql<{ found: number }>(
      'select count(*)::int as found from platform.idempotency_record where body like $1',
      [`%${first.body.key}%`],
    );
    expect(stored!.found).toBe(0);
  });

  it('for chosen assets sees only these, and no account or embed', async () => {
    const [mine, other] = assets;
    const { key } = await created({ name: 'One asset', permissions: ['service.*'], asset_ids: [mine!.id] });

    expect((await app.get('/v1/assets', { key })).body.data.map(({ id }: { id: string }) => id)).toEqual([mine!.id]);
    expect((await app.get(`${mine!.path}/units`, { key })).status).toBe(200);
    expect((await app.get(`${other!.path}/units`, { key })).status).toBe(404);
    expect((await app.get('/v1/accounts', { key })).body.data).toEqual([]);
    expect((await app.get(`/v1/accounts/${accounts[0]}/embeds`, { key })).status).toBe(404);
    const asset = (await app.get(`/v1/assets/${mine!.id}`, { key })).body;
    const { id: _, unit_count: _count, created_at: _created, updated_at: _updated, ...body } = asset;
    expect((await app.post('/v1/assets', { ...body, name: 'Another' }, { key })).body.code).toBe('assets_chosen');
  });

  it('that may only read is refused every write, whatever its permissions', async () => {
    const { key } = await created({ name: 'Reports', permissions: MANAGE, is_read_only: true });
    const { path, units } = assets[0]!;

    expect((await app.get(`${path}/units`, { key })).status).toBe(200);
    expect((await app.get(KEYS, { key })).status).toBe(200);
    for (const answer of [
      await app.put(`${path}/units/${units[0]}`, {}, { key }),
      await app.delete(`${path}/units/${units[0]}`, { key }),
      await create(READER, key),
    ])
      expect(errors(answer)).toEqual([403, 'read_only_key']);
  });
});

describe('A key never gives more than it has:', () => {
  it.each<[string, object, object]>([
    ['permissions', { permissions: ['service.pricing.read', 'service.*'] }, { 'permissions.1': expect.any(Array) }],
    ['a family of permissions', { permissions: ['service.units.*'] }, { 'permissions.0': expect.any(Array) }],
    ['other accounts', { account_ids: ['ACCOUNT_2'] }, { account_ids: expect.any(Array) }],
    ['all accounts', { account_ids: null }, { account_ids: expect.any(Array) }],
    ['assets of other accounts', { asset_ids: ['ASSET_3'] }, { 'asset_ids.0': ['is not known'] }],
    ['a higher rate limit', { rate_limit: 0 }, { rate_limit: expect.any(Array) }],
    ['a later end', { expires_at: '2099-01-01T00:00:00Z' }, { expires_at: expect.any(Array) }],
    ['no end', { expires_at: null }, { expires_at: expect.any(Array) }],
    ['no permission', { permissions: [] }, { permissions: ['must have at least 1 item'] }],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, { expires_at: ['is in the past'] }],
  ])('%s', async (_, terms, fields) => {
    const permissions = ['keys.manage', 'service.pricing.*'];
    const limited = await app.key(permissions, [accounts[0]!]);
    await app.sql(`update platform.api_key set rate_limit = 500, expires_at = '2098-01-01' where id = $1`, [
      await idOf(limited),
    ]);
    const sent = JSON.parse(
      JSON.stringify({ name: 'More', permissions: ['service.pricing.read'], ...terms })
        .replace('ACCOUNT_2', accounts[1]!)
        .replace('ASSET_3', assets[2]!.id),
    ) as object;
    const before = await app.sql('select id from platform.api_key');

    expect(errors(await create(sent, limited))).toEqual([422, fields]);
    expect(await app.sql('select id from platform.api_key')).toHaveLength(before.length);
    const { id } = await created({ name: 'Less', permissions: ['service.pricing.read'] }, limited);
    expect(errors(await app.put(`${KEYS}/${id}`, sent, { key: limited }))).toEqual([422, fields]);
  });

  it('service.* does not contain keys.manage', async () => {
    const service = await app.key(['service.*']);
    for (const answer of [await app.get(KEYS, { key: service }), await create(READER, service)])
      expect(errors(answer)).toEqual([403, 'permission_missing']);
  });

  it('keys with more rights are neither listed nor found', async () => {
    const [everywhere, elsewhere] = [await app.key(MANAGE), await app.key(['service.units.read'], [accounts[1]!])];
    const weak = await app.key(['keys.manage'], [accounts[0]!]);
    const listed = JSON.stringify((await app.get(`${KEYS}?per-page=1000`, { key: manager })).body.data);

    for (const hidden of [everywhere, elsewhere]) {
      const id = await idOf(hidden);
      expect(listed).not.toContain(`"id":"${id}"`);
      for (const answer of [
        await app.get(`${KEYS}/${id}`, { key: manager }),
        await app.put(`${KEYS}/${id}`, { name: 'Mine' }, { key: manager }),
        await app.post(`${KEYS}/${id}/rotate`, {}, { key: manager }),
        await app.delete(`${KEYS}/${id}`, { key: manager }),
      ])
        expect(errors(answer)).toEqual([404, 'not_found']);
    }
    expect((await app.get(`${KEYS}/${await idOf(manager)}`, { key: weak })).status).toBe(404);
    expect((await app.get(`${KEYS}/${await idOf(weak)}`, { key: manager })).status).toBe(200);
  });
});

describe('A managed key', () => {
  it('is changed, rotated and revoked', async () => {
    const { id, key } = await created();
    const changed = await app.put(`${KEYS}/${id}`, { name: 'Shop', is_read_only: true }, { key: manager });
    const rotated = await app.post(`${KEYS}/${id}/rotate`, { overlap_hours: 0 }, { key: manager });
    ageKeys(5_000);

    expect(changed.body).toMatchObject({ name: 'Shop', is_read_only: true, permissions: READER.permissions });
    expect(rotated.body).toMatchObject({ name: 'Shop', is_read_only: true, account_ids: [accounts[0]] });
    expect((await app.get(`${assets[0]!.path}/units`, { key })).status).toBe(403);
    expect((await app.get(`${assets[0]!.path}/units`, { key: rotated.body.key })).status).toBe(200);
    const revoked = await app.delete(`${KEYS}/${rotated.body.id}`, { key: manager });
    ageKeys(10_000);
    expect(revoked.body.status).toBe('revoked');
    expect((await app.get(`${assets[0]!.path}/units`, { key: rotated.body.key })).status).toBe(403);
    expect((await app.delete(`${KEYS}/${rotated.body.id}`, { key: manager })).body).toEqual(revoked.body);
    for (const answer of [
      await app.put(`${KEYS}/${rotated.body.id}`, { name: 'Again' }, { key: manager }),
      await app.post(`${KEYS}/${rotated.body.id}/rotate`, {}, { key: manager }),
    ])
      expect(errors(answer)).toEqual([409, 'key_revoked']);
    const states = async (status: string) =>
      (await app.get(`${KEYS}?status=${status}&per-page=1000`, { key: manager })).body.data.map(
        (each: { id: string }) => each.id,
      );
    expect(await states('revoked')).toContain(rotated.body.id);
    expect(await states('valid')).not.toContain(rotated.body.id);
  });

  it('cannot take rights away from itself', async () => {
    const path = `${KEYS}/${await idOf(manager)}`;

    expect((await app.put(path, { name: 'Renamed' }, { key: manager })).body.name).toBe('Renamed');
    for (const answer of [
      await app.put(path, { permissions: ['service.*'] }, { key: manager }),
      await app.put(path, { is_read_only: true }, { key: manager }),
      await app.delete(path, { key: manager }),
    ])
      expect(errors(answer)).toEqual([409, 'own_key']);
    expect((await app.get(path, { key: manager })).body).toMatchObject({ permissions: MANAGE, status: 'valid' });
  });

  it('cannot be rotated to a key that expires later than the calling key', async () => {
    const { id } = await created();
    await app.sql(`update platform.api_key set expires_at = '2098-01-01' where id = $1`, [await idOf(manager)]);

    expect(errors(await app.post(`${KEYS}/${id}/rotate`, {}, { key: manager }))).toEqual([403, 'beyond_own_rights']);
  });

  it('is changed under If-Match, also after it was used', async () => {
    const { id, key } = await created();
    const path = `${KEYS}/${id}`;
    const etag = (await app.get(path, { key: manager })).headers.get('etag')!;
    await app.get(`${assets[0]!.path}/units`, { key });
    const put = (name: string) => app.put(path, { name }, { key: manager, headers: { 'If-Match': etag } });

    expect((await put('First')).status).toBe(200);
    expect((await put('Second')).status).toBe(412);
  });
});

describe('Two keys at once', () => {
  it('that revoke each other leave one', async () => {
    const pair = [manager, await app.key(MANAGE, [accounts[0]!])];
    const ids = await Promise.all(pair.map(idOf));
    const answers = await Promise.all(pair.map((key, n) => app.delete(`${KEYS}/${ids[1 - n]}`, { key })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const [left] = await app.sql<{ valid: number }>(
      'select count(*)::int as valid from platform.api_key where id = any ($1) and revoked_at is null',
      [ids],
    );
    expect(left!.valid).toBe(1);
  });

  it('cannot create a key with rights that were taken away meanwhile', async () => {
    expect((await create(READER)).status).toBe(201); // the server remembers the key
    await app.sql(`update platform.api_key set permissions = '{keys.manage}' where id = $1`, [await idOf(manager)]);

    expect(errors(await create(READER))).toEqual([422, { 'permissions.0': expect.any(Array) }]);
  });
});
