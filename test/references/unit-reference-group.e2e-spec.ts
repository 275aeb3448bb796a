import { TestApp } from '../support/app.js';
import { inFull } from '../support/declared.js';
import { givenAsset, type GivenAsset } from '../support/given.js';

const TIME = expect.stringMatching(/\+00:00$/);

let app: TestApp;
let asset: GivenAsset;
let other: GivenAsset;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  [asset, other] = [await givenAsset(app), await givenAsset(app)];
});

const groups = (at = asset) => `${at.path}/units/reference-groups`;
const create = (fields: object = {}, at = asset) =>
  app.post(groups(at), { asset_id: at.id, name: 'CRM', key: 'crm', ...fields });

describe('A unit reference group', () => {
  it('is created, viewed and listed, although its path resembles that of a unit', async () => {
    const { status, body, headers } = await create({ description: 'Unit codes' });
    expect(status).toBe(201);
    expect(body).toEqual(
      inFull('create-unit-reference-group', {
        id: expect.stringMatching(/^\d+$/),
        asset_id: asset.id,
        name: 'CRM',
        description: 'Unit codes',
        key: 'crm',
        created_at: TIME,
        updated_at: TIME,
      }),
    );
    expect(headers.get('location')).toBe(`${app.base}${groups()}/${body.id}`);
    expect((await app.get(`${groups()}/${body.id}`)).body).toEqual(body);
    expect((await app.get(groups())).body.data).toEqual([body]);
    expect((await app.get(`${groups()}/`)).body.data).toEqual([body]);
  });

  it('does not shadow units', async () => {
    const unit = await app.get(`${asset.path}/units/${asset.units[0]}`);
    expect([unit.status, unit.body.unit_number]).toEqual([200, '101']);
    expect((await app.get(`${asset.path}/units/reference-group`)).status).toBe(404);
  });

  it('requires a name; description and key may be null or omitted', async () => {
    const { status, body } = await create({ name: undefined });
    expect([status, body.fields]).toEqual([422, { name: ['is required'] }]);
    const bare = await app.post(groups(), { asset_id: asset.id, name: 'Bare' });
    expect(bare.body).toMatchObject({ description: null, key: null });
    expect((await create({ key: null, description: null })).status).toBe(201);
  });

  it('keeps omitted fields', async () => {
    const { id } = (await create({ description: 'Unit codes' })).body;
    const { status, body } = await app.put(`${groups()}/${id}`, { id, asset_id: asset.id, name: 'New', key: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'New', description: 'Unit codes', key: null });
  });

  it('has a unique key within its asset', async () => {
    await create();
    const twin = await create();
    expect([twin.status, twin.body.code]).toEqual([409, 'key_taken']);
    expect((await create({}, other)).status).toBe(201);
    const { id } = (await create({ key: 'erp' })).body;
    expect((await app.put(`${groups()}/${id}`, { id, asset_id: asset.id, key: 'crm' })).status).toBe(409);
  });

  it('is not found under another asset', async () => {
    const { id } = (await create()).body;
    expect((await app.get(`${groups(other)}/${id}`)).status).toBe(404);
    expect((await app.get(`${groups(other)}/${id}/references`)).status).toBe(404);
    const body = { id, asset_id: other.id, name: 'New' };
    expect((await app.put(`${groups(other)}/${id}`, body)).status).toBe(404);
  });

  it('requires the flag and the permission', async () => {
    expect((await app.get(groups(), { flags: 'accounts-assets' })).status).toBe(400);
    const key = await app.key(['service.units.*']);
    expect((await app.get(groups(), { key })).status).toBe(403);
    expect((await app.post(groups(), {}, { key: await app.key(['service.unit-references.read']) })).status).toBe(403);
  });
});
