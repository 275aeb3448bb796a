import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import {
  allOf,
  type BoundaryValues,
  filled,
  bool,
  int32,
  nullable,
  without,
  boundaryErrors,
} from '../support/boundary-values.js';

const TYPES = ['custom', 'floor', 'floor_plan', 'range'] as const;
type Type = (typeof TYPES)[number];

interface Option {
  id: string;
  label: string;
  sort: number;
}

let app: TestApp;
let asset: GivenAsset;
/** ids of a filter of each type */
let filter: Record<Type, string>;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app);
  filter = { custom: '', floor: '', floor_plan: '', range: '' };
  for (const type of TYPES) filter[type] = await newFilter(type);
});
afterAll(() => app?.close());

async function newFilter(type: Type): Promise<string> {
  const range = type === 'range' && { range_type: 'unit_price' };
  const fields = { asset_id: asset.id, name: 'Filter', label: 'Filter', type, ...range };
  return (await app.post(`${asset.path}/filters`, fields)).body.id;
}

const OWN: Record<Type, () => Record<string, unknown>> = {
  custom: () => ({}),
  floor: () => ({ floor_id: asset.floor, short_label: 'L1' }),
  floor_plan: () => ({ floor_plan_id: asset.floorPlan }),
  range: () => ({ min: -2147483648, max: 2147483647 }),
};
const at = (type: Type) => `${asset.path}/filters/${filter[type]}/options`;
const valid = (type: Type) => ({ asset_id: asset.id, filter_id: filter[type], type, label: 'Option', ...OWN[type]() });
const create = async (type: Type, fields: object = {}) =>
  (await app.post(at(type), { ...valid(type), ...fields })).body;
const putTo = (type: Type, id: string, body: object) =>
  app.put(`${at(type)}/${id}`, { id, asset_id: asset.id, filter_id: filter[type], ...body });

describe('A filter option', () => {
  it.each(TYPES)('of type %s is created, viewed and listed with the fields of its type only', async (type) => {
    const created = await app.post(at(type), valid(type));

    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`${app.base}${at(type)}/${created.body.id}`);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^\d+$/),
      ...valid(type),
      sort: 1,
      is_enabled: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updated_at: created.body.created_at,
    });
    expect((await app.get(`${at(type)}/${created.body.id}`)).body).toEqual(created.body);
    expect((await app.get(at(type))).body.data).toEqual([created.body]);
  });

  it.each([
    ['custom', []],
    ['floor', ['floor_id']],
    ['floor_plan', ['floor_plan_id']],
    ['range', ['max', 'min']],
  ] as [Type, string[]][])('of type %s requires a label and %j', async (type, own) => {
    const { status, body } = await app.post(at(type), { type });

    expect(status).toBe(422);
    expect(Object.keys(body.fields).sort()).toEqual(['label', ...own].sort());
  });

  const OF_EVERY_TYPE: BoundaryValues[] = [filled('label', 255), int32('sort', -2147483648, 255), bool('is_enabled')];
  const BOUNDARIES = (
    [
      ...TYPES.flatMap((type) => OF_EVERY_TYPE.map((boundaries) => [type, boundaries])),
      ['floor', nullable('short_label', 4)],
      ['range', int32('min')],
      ['range', int32('max')],
    ] as [Type, BoundaryValues][]
  ).map(([type, boundaries]) => [type, boundaries[0], boundaries] as const);

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when created', async (type, _, boundaries) => {
    expect(await boundaryErrors((sent) => app.post(at(type), sent), valid(type), boundaries)).toEqual([]);
  });

  it.each(BOUNDARIES)('of type %s enforces the limits of %s when updated', async (type, _, boundaries) => {
    const { id } = await create(type);

    expect(await boundaryErrors((sent) => putTo(type, id, sent), OWN[type](), boundaries, 200)).toEqual([]);
  });

  it('rejects a range whose start exceeds its end', async () => {
    const wrong = await app.post(at('range'), { ...valid('range'), min: 5, max: 4 });
    expect([wrong.status, wrong.body.fields]).toEqual([422, { min: ['must be at most max'] }]);

    const { id } = await create('range', { min: 5, max: 5 });
    expect((await putTo('range', id, { min: 6 })).status).toBe(422);
    expect((await putTo('range', id, { max: 4 })).status).toBe(422);
    expect((await putTo('range', id, { min: 6, max: 7 })).body).toMatchObject({ min: 6, max: 7 });
    expect((await putTo('range', id, { min: -2147483649 })).status).toBe(422);
    expect((await putTo('range', id, { max: 7.5 })).status).toBe(422);
  });

  it.each(TYPES.flatMap((its) => TYPES.filter((type) => type !== its).map((type) => [its, type] as const)))(
    'of a filter of type %s rejects the type %s',
    async (its, type) => {
      const body = { ...valid(type), filter_id: filter[its] };
      const created = await app.post(at(its), body);
      expect([created.status, created.body.fields['type']]).toEqual([422, [`must be ${its}, the type of the filter`]]);
      expect((await app.get(at(its))).body.data).toEqual([]);

      const { id } = await create(its);
      const updated = await putTo(its, id, { type });
      expect([updated.status, updated.body.fields]).toEqual([
        422,
        { type: [`must be ${its}, the type of the filter`] },
      ]);
    },
  );

  it.each(TYPES)('of type %s rejects fields of other types', async (type) => {
    const foreign = without(
      { floor_id: asset.floor, short_label: null, floor_plan_id: asset.floorPlan, min: 1, max: 2 },
      ...Object.keys(OWN[type]()),
    );

    const created = await app.post(at(type), { ...valid(type), ...foreign });
    expect([created.status, Object.keys(created.body.fields).sort()]).toEqual([422, Object.keys(foreign).sort()]);
    const { id } = await create(type);
    const updated = await putTo(type, id, foreign);
    expect([updated.status, Object.keys(updated.body.fields).sort()]).toEqual([422, Object.keys(foreign).sort()]);
  });

  it.each([
    ['floor', 'floor_id', 'floor'],
    ['floor_plan', 'floor_plan_id', 'floorPlan'],
  ] as const)('of type %s references a %s of its own asset', async (type, field, given) => {
    const other = await givenAsset(app);
    const { id } = await create(type);

    for (const wrong of [other[given], '999999', 'x', '0', '', '9223372036854775808', '-1']) {
      const fault = [422, { [field]: ['is not known in this asset'] }];
      const created = await app.post(at(type), { ...valid(type), [field]: wrong });
      expect([created.status, created.body.fields]).toEqual(fault);
      const updated = await putTo(type, id, { [field]: wrong });
      expect([updated.status, updated.body.fields]).toEqual(fault);

      const together = { [field]: ['is not known in this asset'], sort: expect.any(Array) };
      const wrongs = { [field]: wrong, sort: 'x' };
      expect((await app.post(at(type), { ...valid(type), ...wrongs })).body.fields).toEqual(together);
      expect((await putTo(type, id, wrongs)).body.fields).toEqual(together);
    }
    expect((await putTo(type, id, { [field]: null })).status).toBe(422);
    expect((await app.get(at(type))).body.data.length).toBe(1);
    expect((await putTo(type, id, { [field]: asset[given] })).status).toBe(200);
  });

  it('is appended by default, and listed by sort value', async () => {
    const labels = async () =>
      (await allOf<Option>(app, `${at('custom')}?per-page=2`)).map(({ label, sort }) => [label, sort]);
    await create('custom', { label: 'a' });
    await create('custom', { label: 'b' });
    await create('custom', { label: 'first', sort: -3 });
    await create('custom', { label: 'x', sort: 1 });
    await create('custom', { label: 'c' });
    expect(await labels()).toEqual([
      ['first', -3],
      ['a', 1],
      ['x', 1],
      ['b', 2],
      ['c', 3],
    ]);

    await create('custom', { label: 'end', sort: 255 });
    await create('custom', { label: 'after' });
    expect((await labels()).slice(-2)).toEqual([
      ['end', 255],
      ['after', 255],
    ]);
  });

  it('gets a unique sort value when several are created concurrently', async () => {
    const second = await app.replica();
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(
      labels.map((label, n) => (n % 2 ? second : app).post(at('custom'), { ...valid('custom'), label })),
    );

    expect((await allOf<Option>(app, at('custom'))).map(({ sort }) => sort)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each(TYPES)('of type %s keeps omitted fields, and accepts its own response as a body', async (type) => {
    const made = await create(type, { sort: 7, is_enabled: false });

    const same = await putTo(type, made.id, {});
    expect([same.status, same.body]).toEqual([200, made]);
    const renamed = await putTo(type, made.id, { label: 'New' });
    expect(renamed.body).toEqual({ ...made, label: 'New', updated_at: renamed.body.updated_at });
    expect((await app.put(`${at(type)}/${made.id}`, renamed.body)).body).toEqual(renamed.body);
  });

  it('may have no short label, and can clear it', async () => {
    const made = (await app.post(at('floor'), without(valid('floor'), 'short_label'))).body;
    expect(made.short_label).toBeNull();

    await putTo('floor', made.id, { short_label: 'L2' });
    expect((await putTo('floor', made.id, { short_label: null })).body.short_label).toBeNull();
  });

  it('rejects ids that differ from those in its path', async () => {
    const { id } = await create('custom');

    const created = await app.post(at('custom'), { ...valid('custom'), asset_id: '999', filter_id: filter.floor });
    expect([created.status, Object.keys(created.body.fields).sort()]).toEqual([422, ['asset_id', 'filter_id']]);
    expect((await app.put(`${at('custom')}/${id}`, {})).body.id).toBe(id);
    const wrong = await putTo('custom', id, { id: '999', asset_id: '999', filter_id: '999' });
    expect(Object.keys(wrong.body.fields).sort()).toEqual(['asset_id', 'filter_id', 'id']);
  });

  it('is found only under its own filter', async () => {
    const { id } = await create('custom');
    const other = await givenAsset(app);
    const wrong = `${at('floor')}/${id}`;

    expect((await app.get(wrong)).status).toBe(404);
    expect((await app.put(wrong, { id, asset_id: asset.id, filter_id: filter.floor })).status).toBe(404);
    expect((await app.get(`${wrong}/units`)).status).toBe(404);
    expect((await app.get(`${at('custom')}/${id}`.replace(asset.path, other.path))).status).toBe(404);
    expect((await app.post(`${asset.path}/filters/999999/options`, valid('custom'))).status).toBe(404);
  });

  it('is deleted with its floor plan', async () => {
    const [plan] = await app.sql<{ id: string }>(
      `insert into catalog.floor_plan (asset_id, name, bedroom_count, bathroom_count, filter_label)
       values ($1, 'B1', 2, 1, 'Two') returning id`,
      [asset.id],
    );
    const kept = await create('floor_plan');
    await create('floor_plan', { floor_plan_id: plan!.id });

    expect((await app.delete(`${asset.path}/floor-plans/${plan!.id}`)).status).toBe(200);
    expect((await app.get(at('floor_plan'))).body.data).toEqual([kept]);
    expect((await app.get(`${asset.path}/filters/${filter.floor_plan}`)).body.options.length).toBe(1);
  });

  it('requires a permission for each operation', async () => {
    const { id } = await create('custom');
    const [reader, creator, updater] = await Promise.all(
      ['read', 'create', 'update'].map((what) => app.key([`service.filters.${what}`])),
    );
    const body = { id, asset_id: asset.id, filter_id: filter.custom };

    expect((await app.get(at('custom'), { key: reader! })).status).toBe(200);
    expect((await app.get(`${at('custom')}/${id}`, { key: creator! })).status).toBe(403);
    expect((await app.post(at('custom'), valid('custom'), { key: creator! })).status).toBe(201);
    expect((await app.post(at('custom'), valid('custom'), { key: updater! })).status).toBe(403);
    expect((await app.put(`${at('custom')}/${id}`, body, { key: updater! })).status).toBe(200);
    expect((await app.put(`${at('custom')}/${id}`, body, { key: reader! })).status).toBe(403);
    expect((await app.get(at('custom'), { flags: null })).status).toBe(400);
  });
});
