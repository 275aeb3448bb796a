import { TestApp } from '../support/app.js';
import { inFull } from '../support/declared.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { allOf, filled, boundaryErrors } from '../support/boundary-values.js';

let app: TestApp;
let asset: GivenAsset;
let groups: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  groups = `${asset.path}/units/description-groups`;
});
afterAll(() => app?.close());

const valid = () => ({ asset_id: asset.id, name: 'Views' });
const create = async () => (await app.post(groups, valid())).body;
const putTo = (id: string, body: object) => app.put(`${groups}/${id}`, { id, ...valid(), ...body });

describe('A description group', () => {
  it('is created, viewed and listed', async () => {
    const created = await app.post(groups, valid());

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${groups}/${created.body.id}`);
    expect(created.body).toEqual(
      inFull('create-description-group', {
        id: expect.stringMatching(/^\d+$/),
        ...valid(),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updated_at: created.body.created_at,
      }),
    );
    expect((await app.get(`${groups}/${created.body.id}`)).body).toEqual(created.body);
    expect(await allOf(app, groups)).toContainEqual(created.body);
  });

  it('enforces the limits of its name, when created and updated', async () => {
    const { id } = await create();

    expect(await boundaryErrors((sent) => app.post(groups, sent), valid(), filled('name', 255))).toEqual([]);
    expect(await boundaryErrors((sent) => putTo(id, sent), {}, filled('name', 255), 200)).toEqual([]);
  });

  it('requires its name, in updates too, and ids that agree with the path', async () => {
    const { id } = await create();

    expect(Object.keys((await app.post(groups, {})).body.fields)).toEqual(['name']);
    expect(Object.keys((await app.put(`${groups}/${id}`, {})).body.fields)).toEqual(['name']);
    const wrong = await putTo(id, { id: '999', asset_id: '999' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([422, ['asset_id', 'id']]);
  });

  it('is found only under its own asset', async () => {
    const other = await givenAsset(app);
    const { id } = await create();

    for (const path of ['', '/descriptions', '/units'])
      expect((await app.get(`${other.path}/units/description-groups/${id}${path}`)).status).toBe(404);
    expect((await app.put(`${other.path}/units/description-groups/${id}`, { id, ...valid() })).status).toBe(404);
  });

  it.each(['unit-descriptions-resource', 'unit-description-resource', ' x , unit-descriptions-resource'])(
    'is visible with the flag %j',
    async (flags) => {
      expect((await app.get(groups, { flags })).status).toBe(200);
    },
  );

  it('is hidden without the flag, and requires a permission for each operation', async () => {
    const { id } = await create();
    const [reader, creator, updater] = await Promise.all(
      ['read', 'create', 'update'].map((what) => app.key([`service.unit-descriptions.${what}`])),
    );

    expect((await app.get(groups, { flags: 'filters-resource' })).status).toBe(400);
    expect((await app.get(groups, { key: reader! })).status).toBe(200);
    expect((await app.get(`${groups}/${id}`, { key: creator! })).status).toBe(403);
    expect((await app.post(groups, valid(), { key: creator! })).status).toBe(201);
    expect((await app.post(groups, valid(), { key: updater! })).status).toBe(403);
    expect((await app.put(`${groups}/${id}`, { id, ...valid() }, { key: updater! })).status).toBe(200);
    expect((await app.put(`${groups}/${id}`, { id, ...valid() }, { key: reader! })).status).toBe(403);
  });
});
