import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAsset } from '../support/given.js';
import { assignsUnits } from '../support/assignments.js';

const app = TestApp.forSuite();
let asset: GivenAsset;
let filter: string;
let option: string;
/** address of the units of a custom option */
let units: string;

beforeEach(async () => {
  asset = await givenAsset(app);
  ({ filter, option, units } = await newOption('custom'));
});

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

describe('Units of a custom option', () => {
  assignsUnits({
    app,
    asset: () => asset,
    operations: ['assign-units-to-a-custom-option', 'remove-units-from-a-custom-option'],
    path: () => units,
    identity: () => ({ asset_id: asset.id, filter_id: filter, option_id: option }),
  });

  it.each([
    ['floor', () => ({ floor_id: asset.floor }), {}],
    ['floor_plan', () => ({ floor_plan_id: asset.floorPlan }), {}],
    ['range', () => ({ min: 1, max: 2 }), { range_type: 'unit_price' }],
  ])('return a conflict for an option of type %s', async (type, own, filterOwn) => {
    ({ filter, option, units } = await newOption(type, own(), filterOwn));

    expect((await app.get(units)).status).toBe(409);
    expect((await assign(item(0))).status).toBe(409);
    expect((await remove(item(0))).status).toBe(409);
    expect((await assign(item(0, { unit_id: 'x' }))).status).toBe(422);
  });

  it('are found only under their own option', async () => {
    const other = await newOption('custom');
    const path = `${asset.path}/filters/${other.filter}/options/${option}/units`;

    expect((await app.get(path)).status).toBe(404);
    expect((await app.put(path, { data: [] })).status).toBe(404);
    expect((await app.put(`${path}/remove`, { data: [] })).status).toBe(404);
  });

  it('require separate permissions for reading and changing', async () => {
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
