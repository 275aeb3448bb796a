import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { allOf } from '../support/boundary-values.js';

let app: TestApp;
let asset: GivenAsset;
let filter: string;
let option: string;
/** address of the units of a custom option */
let units: string;

beforeAll(async () => {
  app = await TestApp.start();
});
beforeEach(async () => {
  asset = await givenAsset(app);
  ({ filter, option, units } = await newOption('custom'));
});
afterAll(() => app?.close());

async function newOption(type: string, own: object = {}, filterOwn: object = {}) {
  const fields = { asset_id: asset.id, name: 'Filter', label: 'Filter', type, ...filterOwn };
  const filterId = (await app.post(`${asset.path}/filters`, fields)).body.id as string;
  const path = `${asset.path}/filters/${filterId}/options`;
  const body = { asset_id: asset.id, filter_id: filterId, type, label: 'Option', ...own };
  const id = (await app.post(path, body)).body.id as string;
  return { filter: filterId, option: id, units: `${path}/${id}/units` };
}

const item = (unit: number, fields: object = {}) => ({
  ...{ asset_id: asset.id, filter_id: filter, option_id: option, unit_id: asset.units[unit]! },
  ...fields,
});
const assign = (...data: unknown[]) => app.put(units, { data });
const remove = (...data: unknown[]) => app.put(`${units}/remove`, { data });
const all = () => allOf(app, units);

describe('Units of a custom option', () => {
  it('are added to the assigned ones, returned in request order and listed by unit', async () => {
    const first = await assign(item(2), item(1));
    expect([first.status, first.body]).toEqual([200, { data: [item(2), item(1)] }]);
    const second = await assign(item(1), item(0));
    expect([second.status, second.body]).toEqual([200, { data: [item(1), item(0)] }]);

    expect((await app.get(units)).body).toEqual({
      paging: { per_page: 100, current_page: 1, prev_url: null, next_url: null },
      data: [item(0), item(1), item(2)],
    });
    expect((await assign()).body).toEqual({ data: [] });
  });

  it('are removed, whether or not they are assigned', async () => {
    await assign(item(0), item(1));

    const removed = await remove(item(1), item(2), item(1));
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(await all()).toEqual([item(0)]);
    expect((await remove()).status).toBe(204);
    expect(await all()).toEqual([item(0)]);
  });

  it('are assigned once when repeated in a batch', async () => {
    expect((await assign(item(0), item(1), item(0))).body.data).toEqual([item(0), item(1)]);
  });

  it.each([
    ['assigned', assign],
    ['removed', remove],
  ])('are %s all or none, with each error named by its item', async (_, change) => {
    await assign(item(0));
    const other = await givenAsset(app);

    const { status, body } = await change(
      item(0),
      item(1),
      item(1, { unit_id: other.units[0] }),
      item(1, { unit_id: 'x' }),
    );
    expect([status, body.fields]).toEqual([
      422,
      { 'data.2.unit_id': ['is not known in this asset'], 'data.3.unit_id': ['is not known in this asset'] },
    ]);
    const ids = await change(item(1), item(1, { asset_id: other.id, filter_id: '999', option_id: '999' }));
    expect(Object.keys(ids.body.fields).sort()).toEqual(['data.1.asset_id', 'data.1.filter_id', 'data.1.option_id']);
    const missing = await change(item(1), {}, item(1, { label: 'x' }));
    expect(Object.keys(missing.body.fields).sort()).toEqual([
      ...['data.1.asset_id', 'data.1.filter_id', 'data.1.option_id', 'data.1.unit_id', 'data.2.label'],
    ]);
    expect(await all()).toEqual([item(0)]);
  });

  it.each([
    ['floor', () => ({ floor_id: asset.floor }), {}],
    ['floor_plan', () => ({ floor_plan_id: asset.floorPlan }), {}],
    ['range', () => ({ min: 1, max: 2 }), { range_type: 'unit_price' }],
  ])('are a conflict for an option of type %s', async (type, own, filterOwn) => {
    ({ filter, option, units } = await newOption(type, own(), filterOwn));

    expect((await app.get(units)).status).toBe(409);
    expect((await assign(item(0))).status).toBe(409);
    expect((await remove(item(0))).status).toBe(409);
    expect((await assign(item(0, { unit_id: 'x' }))).status).toBe(422);
  });

  it('are unassigned when they are deleted', async () => {
    await assign(item(0), item(1));

    expect((await app.delete(`${asset.path}/units/${asset.units[0]}`)).status).toBe(200);
    expect(await all()).toEqual([item(1)]);
  });

  it('are listed in pages', async () => {
    await assign(item(0), item(1), item(2));

    const { body } = await app.get(`${units}?per-page=2`);
    expect(body.data).toEqual([item(0), item(1)]);
    expect((await app.get(body.paging.next_url)).body.data).toEqual([item(2)]);
  });

  it('are consistent after concurrent batches', async () => {
    const second = await app.replica();
    const batch = [item(0), item(1), item(2)];

    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        assign(...batch),
        second.put(units, { data: batch.toReversed() }),
        assign(...batch.toReversed()),
        second.put(units, { data: batch }),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
      expect(await all()).toEqual(batch);
      await remove(...batch);
    }
  });

  it('are found only under their own option', async () => {
    const other = await newOption('custom');
    const path = `${asset.path}/filters/${other.filter}/options/${option}/units`;

    expect((await app.get(path)).status).toBe(404);
    expect((await app.put(path, { data: [] })).status).toBe(404);
    expect((await app.put(`${path}/remove`, { data: [] })).status).toBe(404);
  });

  it('have their own permissions for reading and changing', async () => {
    const reader = await app.key(['service.filters.read', 'service.filters.create']);
    const updater = await app.key(['service.filters.update']);

    for (const path of [units, `${units}/remove`]) {
      expect((await app.put(path, { data: [] }, { key: reader })).status).toBe(403);
      expect((await app.put(path, { data: [] }, { key: updater })).status).toBeLessThan(300);
      expect((await app.put(path, { data: [] }, { flags: null })).status).toBe(400);
    }
    expect((await app.get(units, { key: updater })).status).toBe(403);
  });
});
