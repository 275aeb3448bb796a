import { TestApp } from '../support/app.js';
import { inFull } from '../support/declared.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import {
  allOf,
  type BoundaryValues,
  filled,
  bool,
  oneOf,
  template,
  without,
  boundaryErrors,
} from '../support/boundary-values.js';

const FLAG = 'asset-outbound-links-resource';

let app: TestApp;
let asset: GivenAsset;
let links: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  links = `${asset.path}/outbound-links`;
});
afterAll(() => app?.close());

const valid = () => ({
  asset_id: asset.id,
  name: 'Visit',
  template: 'https://a.example/visit',
  label: 'Book a visit',
  open_new_window: true,
});
const create = async (fields: object = {}) => (await app.post(links, { ...valid(), ...fields })).body;
const putTo = (id: string, body: object) => app.put(`${links}/${id}`, { id, asset_id: asset.id, ...body });

describe('An asset outbound link', () => {
  it('is created, viewed and listed', async () => {
    const created = await app.post(links, { ...valid(), icon_type: 'calendar' });

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${links}/${created.body.id}`);
    expect(created.body).toEqual(
      inFull('create-asset-outbound-link', {
        id: expect.stringMatching(/^\d+$/),
        ...valid(),
        icon_type: 'calendar',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
        updated_at: created.body.created_at,
      }),
    );
    expect((await app.get(`${links}/${created.body.id}`)).body).toEqual(created.body);
    expect(await allOf(app, links)).toContainEqual(created.body);
  });

  it('requires all fields except its icon', async () => {
    const { status, body } = await app.post(links, {});

    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual(['label', 'name', 'open_new_window', 'template']);
    expect((await create()).icon_type).toBeNull();
  });

  const [, icons, noIcons] = oneOf('icon_type', ['email', '360_tour', 'telephone']);
  const BOUNDARIES = (
    [
      filled('name', 255),
      filled('label', 95),
      template('template'),
      bool('open_new_window'),
      ['icon_type', [...icons, null], noIcons],
    ] as BoundaryValues[]
  ).map((boundaries) => [boundaries[0], boundaries] as const);

  it.each(BOUNDARIES)('enforces the limits of %s when created', async (_, boundaries) => {
    expect(await boundaryErrors((sent) => app.post(links, sent), valid(), boundaries)).toEqual([]);
  });

  it.each(BOUNDARIES)('enforces the limits of %s when updated', async (_, boundaries) => {
    const { id } = await create();

    expect(await boundaryErrors((sent) => putTo(id, sent), {}, boundaries, 200)).toEqual([]);
  });

  it('keeps all fields when updated with its ids only', async () => {
    const made = await create({ icon_type: 'form' });

    const same = await putTo(made.id, {});
    expect([same.status, same.body]).toEqual([200, made]);
    const changed = await putTo(made.id, { open_new_window: false });
    expect(changed.body).toEqual({ ...made, open_new_window: false, updated_at: changed.body.updated_at });
    expect((await app.put(`${links}/${made.id}`, changed.body)).body).toEqual(changed.body);
  });

  it('rejects ids that differ from those in its path', async () => {
    const { id } = await create();

    const wrong = await app.put(`${links}/${id}`, { id: '999', asset_id: '999', name: 'x' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([422, ['asset_id', 'id']]);
    expect((await app.get(`${links}/${id}`)).body.name).toBe('Visit');
  });

  it('uses its own spelling of the window values', async () => {
    const body = { ...without(valid(), 'open_new_window'), open_in_new_window: true };
    const { status, body: answer } = await app.post(links, body);

    expect([status, Object.keys(answer.fields).sort()]).toEqual([422, ['open_in_new_window', 'open_new_window']]);
  });

  it('requires its flag and a permission for each operation', async () => {
    const { id } = await create();
    const [reader, creator, updater] = await Promise.all(
      ['read', 'create', 'update'].map((what) => app.key([`service.asset-outbound-links.${what}`])),
    );
    const asked = (key: string, flags = FLAG) => ({ key, flags });

    expect((await app.get(links, asked(reader!))).status).toBe(200);
    expect((await app.get(links, asked(creator!))).status).toBe(403);
    expect((await app.get(`${links}/${id}`, asked(updater!))).status).toBe(403);
    expect((await app.post(links, valid(), asked(creator!))).status).toBe(201);
    expect((await app.post(links, valid(), asked(updater!))).status).toBe(403);
    expect((await app.put(`${links}/${id}`, { id, asset_id: asset.id }, asked(updater!))).status).toBe(200);
    expect((await app.put(`${links}/${id}`, { id, asset_id: asset.id }, asked(creator!))).status).toBe(403);
    for (const flags of ['', 'filters-resource', FLAG.toUpperCase()])
      expect((await app.get(links, asked(reader!, flags))).status).toBe(400);
  });

  it('is found only under its own asset, and not as a unit outbound link', async () => {
    const other = await givenAsset(app);
    const { id } = await create();

    expect((await app.get(`${other.path}/outbound-links/${id}`)).status).toBe(404);
    expect((await app.put(`${other.path}/outbound-links/${id}`, { id, asset_id: other.id })).status).toBe(404);
    expect((await app.get(`${asset.path}/units/outbound-links`)).body.data).toEqual([]);
  });
});
