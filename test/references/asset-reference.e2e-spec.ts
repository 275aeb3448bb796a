import { TestApp } from '../support/app.js';
import { inFull } from '../support/declared.js';
import { givenAccount, givenAsset, type GivenAsset } from '../support/given.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

let app: TestApp;
let asset: GivenAsset;
let other: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  [asset, other] = [await givenAsset(app, []), await givenAsset(app, [])];
});

const create = (fields: object = {}, at = asset) =>
  app.post(`${at.path}/references`, { asset_id: at.id, name: 'CRM', key: 'crm', value: 'NY-0012', ...fields });

describe('An asset reference', () => {
  it('is created, viewed and listed', async () => {
    const { status, body, headers } = await create({ description: 'Property code' });
    expect(status).toBe(201);
    expect(body).toEqual(
      inFull('create-asset-reference', {
        id: expect.stringMatching(/^\d+$/),
        asset_id: asset.id,
        name: 'CRM',
        description: 'Property code',
        key: 'crm',
        value: 'NY-0012',
        created_at: TIME,
        updated_at: TIME,
      }),
    );
    expect(headers.get('location')).toBe(`${app.base}${asset.path}/references/${body.id}`);
    expect((await app.get(`${asset.path}/references/${body.id}`)).body).toEqual(body);
    expect((await app.get(`${asset.path}/references`)).body.data).toEqual([body]);
  });

  it('requires a name and a value', async () => {
    const { status, body } = await app.post(`${asset.path}/references`, { asset_id: asset.id, key: 'crm' });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ name: ['is required'], value: ['is required'] });
  });

  it.each(['C', 'crm_1', '1crm', 'a', `a${'b'.repeat(255)}`])('rejects the key %s', async (key) => {
    const { status, body } = await create({ key });
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['key']);
  });

  it('may have no key; several may have none', async () => {
    expect([await create({ key: null }), await create({ key: undefined })].map(({ status }) => status)).toEqual([
      201, 201,
    ]);
  });

  it('keeps omitted fields, but requires its value', async () => {
    const { id } = (await create({ description: 'Property code' })).body;
    const path = `${asset.path}/references/${id}`;
    const updated = await app.put(path, { id, asset_id: asset.id, value: 'NY-0013', description: null });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ name: 'CRM', description: null, key: 'crm', value: 'NY-0013' });
    const without = await app.put(path, { id, asset_id: asset.id, name: 'Other' });
    expect(without.body.fields).toEqual({ value: ['is required'] });
  });

  it('has a unique key within its asset', async () => {
    await create();
    const twin = await create({ name: 'Again' });
    expect(twin.status).toBe(409);
    expect(twin.body).toMatchObject({ code: 'key_taken', message: expect.stringContaining('key') });
    expect((await create({}, other)).status).toBe(201);
    const { id } = (await create({ key: 'erp' })).body;
    const body = { id, asset_id: asset.id, key: 'crm', value: 'x' };
    expect((await app.put(`${asset.path}/references/${id}`, body)).status).toBe(409);
  });

  it('gets its key once among concurrent requests', async () => {
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => create()))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it('is not found under another asset', async () => {
    const { id } = (await create()).body;
    expect((await app.get(`${other.path}/references/${id}`)).status).toBe(404);
    const body = { id, asset_id: other.id, value: 'x' };
    expect((await app.put(`${other.path}/references/${id}`, body)).status).toBe(404);
  });

  it('rejects ids that differ from those of the path', async () => {
    const { id } = (await create()).body;
    const body = { id: '1000000', asset_id: other.id, value: 'x' };
    const { status, body: answer } = await app.put(`${asset.path}/references/${id}`, body);
    expect(status).toBe(422);
    expect(Object.keys(answer.fields).sort()).toEqual(['asset_id', 'id']);
  });

  it('is deleted with its asset', async () => {
    await create();
    await app.sql('delete from catalog.asset where id = $1', [asset.id]);
    expect(await app.sql('select from reference.asset_reference where asset_id = $1', [asset.id])).toEqual([]);
  });

  it('requires the flag and the permission', async () => {
    const flagless = await app.get(`${asset.path}/references`, { flags: null });
    expect([flagless.status, flagless.body.code]).toEqual([400, 'experimental_flag_missing.references']);
    const key = await app.key(['service.asset-references.read']);
    expect((await app.get(`${asset.path}/references`, { key })).status).toBe(200);
    const refused = await app.post(`${asset.path}/references`, {}, { key });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('service.asset-references.create'),
    ]);
  });
});

describe('A search for assets', () => {
  const search = (query: string, key?: string) => app.get(`/v1/references${query}`, key === undefined ? {} : { key });

  it('finds every asset with the value under the key', async () => {
    const value = `V-${asset.id}`;
    const [first, second] = [(await create({ value })).body, (await create({ value }, other)).body];
    await create({ key: 'erp', value });
    const { status, body } = await search(`?key=crm&value=${value}`);
    expect(status).toBe(200);
    expect(body.data).toEqual([first, second]);
    expect(body.paging).toMatchObject({ current_page: 1, next_url: null });
  });

  it('finds exact matches only', async () => {
    await create({ value: `V-${asset.id}` });
    expect((await search(`?key=crm&value=v-${asset.id}`)).body.data).toEqual([]);
    expect((await search(`?key=cr&value=V-${asset.id}`)).body.data).toEqual([]);
  });

  it('finds a value with U+FFFD, and rejects bytes that are not UTF-8', async () => {
    const value = `\ufffd${asset.id}`;
    const found = (await create({ value })).body;
    expect((await search(`?key=crm&value=${encodeURIComponent(value)}`)).body.data).toEqual([found]);
    expect((await search(`?key=crm&value=%ff${asset.id}`)).body.fields).toEqual({
      value: ['must be text in UTF-8 without NUL'],
    });
  });

  it('finds only assets visible to the key', async () => {
    const account = await givenAccount(app);
    const seen = await givenAsset(app, [], [account]);
    const value = `S-${seen.id}`;
    await create({ value });
    const found = (await create({ value }, seen)).body;
    const key = await app.key(['service.*'], [account]);
    expect((await search(`?key=crm&value=${value}`, key)).body.data).toEqual([found]);
    expect((await search(`?key=crm&value=${value}`)).body.data).toHaveLength(2);
  });

  it('is paged, with links that keep the query', async () => {
    const value = `P-${asset.id}`;
    const made = [(await create({ value })).body, (await create({ value }, other)).body];
    const first = await search(`?key=crm&value=${value}&per-page=1`);
    expect(first.body.data).toEqual([made[0]]);
    const second = await app.get(first.body.paging.next_url);
    expect(second.body).toMatchObject({ data: [made[1]], paging: { current_page: 2, next_url: null } });
  });

  it.each([
    ['', ['key', 'value']],
    ['?key=crm', ['value']],
    ['?value=1', ['key']],
    ['?key=crm&value=', ['value']],
    ['?key=crm&key=erp&value=1', ['key']],
    [`?key=crm&value=${'v'.repeat(256)}`, ['value']],
  ])('requires both criteria: %s', async (query, faulty) => {
    const { status, body } = await search(query);
    expect([status, Object.keys(body.fields)]).toEqual([422, faulty]);
  });

  it('requires the flag and the permission to read asset references', async () => {
    expect((await app.get('/v1/references?key=crm&value=1', { flags: 'embed-resource' })).status).toBe(400);
    const key = await app.key(['service.unit-references.*']);
    expect((await search('?key=crm&value=1', key)).status).toBe(403);
  });
});
