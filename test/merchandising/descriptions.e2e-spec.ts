import { setTimeout as sleep } from 'node:timers/promises';
import { inFull } from '../support/declared.js';
import { type TestResponse, TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { allOf, type BoundaryValues, filled, bool, without, boundaryErrors } from '../support/boundary-values.js';

interface Description {
  id: string;
  name: string;
}

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

let app: TestApp;
let asset: GivenAsset;
let groups: string;
let group: string;
/** address of the group's descriptions */
let descriptions: string;

beforeAll(async () => {
  app = await TestApp.start();
  asset = await givenAsset(app);
  groups = `${asset.path}/units/description-groups`;
});
beforeEach(async () => {
  group = (await app.post(groups, { asset_id: asset.id, name: 'Views' })).body.id;
  descriptions = `${groups}/${group}/descriptions`;
});
afterAll(() => app?.close());

const valid = (name = 'Harbour') => ({
  group_id: group,
  name,
  label: 'View',
  body: 'Over the **harbour**.',
  is_enabled: true,
});
const post = (...data: unknown[]) => app.post(descriptions, { data });
const put = (...data: unknown[]) => app.put(descriptions, { data });
const all = () => allOf<Description>(app, descriptions);
/** The response to a batch of one item, without the array. */
const first = async (sent: Promise<TestResponse>) => {
  const { status, body } = await sent;
  if (status < 300) return { status, body: body.data[0] };
  const fields = Object.entries(body.fields).map(([path, texts]) => [path.replace('data.0.', ''), texts]);
  return { status, body: { fields: Object.fromEntries(fields) } };
};

describe('Descriptions', () => {
  it('are created in the order of the request, viewed and listed', async () => {
    const names = ['c', 'a', 'b'];
    const created = await post(...names.map(valid));

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${descriptions}`);
    expect(created.body).toEqual({
      data: names.map((name) =>
        inFull('create-descriptions', {
          id: expect.stringMatching(/^\d+$/),
          asset_id: asset.id,
          ...valid(name),
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
          updated_at: expect.stringMatching(/\+00:00$/),
        }),
      ),
    });
    expect(await all()).toEqual(created.body.data);
    expect((await app.get(`${descriptions}/${created.body.data[1].id}`)).body).toEqual(created.body.data[1]);
  });

  const BOUNDARIES = (
    [filled('name', 255), filled('label', 15), filled('body', 2000), bool('is_enabled')] as BoundaryValues[]
  ).map((boundaries) => [boundaries[0], boundaries] as const);

  it.each(BOUNDARIES)('enforce the limits of %s when created', async (_, boundaries) => {
    expect(await boundaryErrors((sent) => first(post(sent)), valid(), boundaries)).toEqual([]);
  });

  it.each(BOUNDARIES)('enforce the limits of %s when updated', async (_, boundaries) => {
    const { id } = (await post(valid())).body.data[0];

    expect(await boundaryErrors((sent) => first(put(sent)), { id, group_id: group }, boundaries, 200)).toEqual([]);
  });

  it('are not created in a group that is deleted concurrently', async () => {
    const removal = await app.sqlPool.connect();
    await removal.query('begin');
    await removal.query('delete from merchandising.description_group where id = $1', [group]);
    const created = post(valid());
    while ((await app.sql(WAITING)).length === 0) await sleep(5);
    await removal.query('commit');
    removal.release();

    expect((await created).status).toBe(404);
  });

  it('have a body that is stored unchanged', async () => {
    const body = '\n# Über\r\n\n* <script>alert("1")</script> & [x](javascript:1)\t\\n ‮ 🏠 \u0001 ';

    const { data } = (await post({ ...valid(), body })).body;
    expect(data[0].body).toBe(body);
    expect((await app.get(`${descriptions}/${data[0].id}`)).body.body).toBe(body);
  });

  it('are created all or none, with each error named by its item', async () => {
    const { status, body } = await post(
      valid(),
      {},
      { ...valid(), group_id: '999' },
      { ...valid(), label: 'x'.repeat(16), extra: 1 },
    );
    expect([status, Object.keys(body.fields).sort()]).toEqual([
      422,
      [
        'data.1.body',
        'data.1.is_enabled',
        'data.1.label',
        'data.1.name',
        'data.2.group_id',
        'data.3.extra',
        'data.3.label',
      ],
    ]);
    const wrongGroup = await post(valid(), { ...valid(), group_id: '999' });
    expect([wrongGroup.status, wrongGroup.body.fields]).toEqual([
      422,
      { 'data.1.group_id': ['must be the id in the path'] },
    ]);
    expect(await all()).toEqual([]);
  });

  it('accept an empty batch', async () => {
    const created = await post();
    expect([created.status, created.body]).toEqual([201, { data: [] }]);
    const updated = await put();
    expect([updated.status, updated.body]).toEqual([200, { data: [] }]);
    expect((await app.post(descriptions, valid())).status).toBe(422);
  });

  it('are updated once when a batch repeats them', async () => {
    const created = await post(valid('a'), valid('b'), valid('a'));
    expect(created.body.data.map((each: Description) => each.name)).toEqual(['a', 'b']);
    expect(await all()).toEqual(created.body.data);

    const [{ id }] = created.body.data;
    const change = { id, group_id: group, name: 'c' };
    const updated = await put(change, change);
    expect([updated.status, updated.body.data.length]).toEqual([200, 1]);
  });

  it('keep omitted fields, and accept their own response as a body', async () => {
    const [a, b, c] = (await post(valid('a'), valid('b'), valid('c'))).body.data;

    const updated = await put(
      { id: c.id, group_id: group, label: 'New' },
      { id: a.id, group_id: group, is_enabled: false },
    );
    expect(updated.body.data).toEqual([
      { ...c, label: 'New', updated_at: expect.any(String) },
      { ...a, is_enabled: false, updated_at: expect.any(String) },
    ]);
    expect((await all()).map((each) => without({ ...each }, 'updated_at'))).toEqual(
      [{ ...a, is_enabled: false }, b, { ...c, label: 'New' }].map((each) => without(each, 'updated_at')),
    );
    const shown = await all();
    expect((await put(...shown)).body.data).toEqual(shown);
  });

  it('are updated one by one, each only in its own group, and only as it was seen', async () => {
    const [a, b] = (await post(valid('a'), valid('b'))).body.data;
    const path = `${descriptions}/${a.id}`;
    const { headers } = await app.get(path);
    const seen = { headers: { 'If-Match': headers.get('etag')! } };

    const updated = await app.put(path, { label: 'New' }, seen);
    expect([updated.status, updated.body]).toEqual([200, { ...a, label: 'New', updated_at: expect.any(String) }]);
    const again = await app.put(path, { label: 'Newer' }, seen);
    expect([again.status, again.body.code]).toEqual([412, 'precondition_failed']);
    expect((await app.put(path, { label: 'x'.repeat(16) })).body.fields).toMatchObject({ label: expect.anything() });
    const other = (await app.post(groups, { asset_id: asset.id, name: 'Other' })).body.id;
    expect((await app.put(`${groups}/${other}/descriptions/${a.id}`, { label: 'Newer' })).status).toBe(404);
    expect(await all()).toEqual([updated.body, b]);
  });

  it('are updated all or none, with each error named by its item', async () => {
    const [a, b] = (await post(valid('a'), valid('b'))).body.data;
    const other = (await app.post(groups, { asset_id: asset.id, name: 'Other' })).body.id;
    const elsewhere = (await app.post(`${groups}/${other}/descriptions`, { data: [{ ...valid(), group_id: other }] }))
      .body.data[0];

    const { status, body } = await put(
      { id: a.id, group_id: group, name: 'new' },
      { id: elsewhere.id, group_id: group, name: 'new' },
      { id: 'x', group_id: group },
      { id: b.id, group_id: group, name: 'one' },
      { id: b.id, group_id: group, name: 'other' },
    );
    expect([status, body.fields]).toEqual([
      422,
      {
        'data.1.id': ['is not known in this group'],
        'data.2.id': ['is not known in this group'],
        'data.4.id': ['contradicts data.3'],
      },
    ]);
    const missing = await put({ name: 'new' });
    expect(Object.keys(missing.body.fields).sort()).toEqual(['data.0.id']);
    expect((await put({ id: a.id, group_id: other })).body.fields).toEqual({
      'data.0.group_id': ['must be the id in the path'],
    });
    expect(await all()).toEqual([a, b]);
  });

  it('are found only under their own group', async () => {
    const { id } = (await post(valid())).body.data[0];
    const other = (await app.post(groups, { asset_id: asset.id, name: 'Other' })).body.id;

    expect((await app.get(`${groups}/${other}/descriptions/${id}`)).status).toBe(404);
    expect((await app.get(`${groups}/${other}/descriptions`)).body.data).toEqual([]);
    const stranger = await givenAsset(app);
    expect((await app.get(`${descriptions}/${id}`.replace(asset.path, stranger.path))).status).toBe(404);
    expect((await app.get(`${groups}/999999/descriptions`)).status).toBe(404);
  });

  it('stay consistent under concurrent updates', async () => {
    const made = (await post(...Array.from({ length: 500 }, (_, n) => valid(String(n))))).body.data as Description[];
    const second = await app.replica();
    const batch = (name: string) => made.map(({ id }) => ({ id, group_id: group, name }));

    const answers = await Promise.all(
      [batch('a'), batch('b').reverse(), batch('a').reverse(), batch('b')].map((data, n) =>
        (n % 2 ? second : app).put(descriptions, { data }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set((await all()).map((each) => each.name)).size).toBe(1);
  });

  it('require a permission for each operation', async () => {
    const { id } = (await post(valid())).body.data[0];
    const [reader, creator, updater] = await Promise.all(
      ['read', 'create', 'update'].map((what) => app.key([`service.unit-descriptions.${what}`])),
    );

    expect((await app.get(descriptions, { key: reader! })).status).toBe(200);
    expect((await app.get(`${descriptions}/${id}`, { key: creator! })).status).toBe(403);
    expect((await app.post(descriptions, { data: [] }, { key: creator! })).status).toBe(201);
    expect((await app.post(descriptions, { data: [] }, { key: updater! })).status).toBe(403);
    expect((await app.put(descriptions, { data: [] }, { key: updater! })).status).toBe(200);
    expect((await app.put(descriptions, { data: [] }, { key: creator! })).status).toBe(403);
    expect((await app.put(`${descriptions}/${id}`, { name: 'new' }, { key: updater! })).status).toBe(200);
    expect((await app.put(`${descriptions}/${id}`, { name: 'new' }, { key: creator! })).status).toBe(403);
    expect((await app.get(descriptions, { flags: null })).status).toBe(400);
  });
});
