import { type BoundaryValues, filled, float, int32 } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenAsset, givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);

const path = () => `${asset.path}/floor-plans`;
const valid = () => ({ asset_id: asset.id, name: 'B1', bedroom_count: 2, bathroom_count: 1.5, filter_label: 'Two' });

const counts = (): BoundaryValues => {
  const [field, taken, refused] = int32('bedroom_count', 0);
  return [field, taken, [...refused, -1, -0.5]];
};
const baths = float('bathroom_count', 0);
const shared = [filled('name', 255), counts(), baths];

describe('A floor plan', () => {
  behavesAsSpecified({
    app,
    path,
    valid,
    adds: { image_url: null, secondary_image_url: null },
    needs: {
      create: ['name', 'bedroom_count', 'bathroom_count', 'filter_label'],
      update: [],
    },
    deletes: true,
    boundaries: [...shared, filled('filter_label', 255)],
    updateBoundaries: [...shared, filled('filter_label', 65)],
    readOnly: { image_url: 'https://a.example/x.png', secondary_image_url: 7 },
  });

  it('keeps a long default label when another field is updated', async () => {
    const label = 'x'.repeat(255);
    const { body } = await app.post(path(), { ...valid(), filter_label: label });
    const changed = await app.put(`${path()}/${body.id}`, { id: body.id, asset_id: asset.id, name: 'B2' });

    expect(changed.body).toMatchObject({ name: 'B2', filter_label: label });
  });

  it('accepts its own long default label in an update, but no other', async () => {
    const { body } = await app.post(path(), { ...valid(), filter_label: '🙂'.repeat(200) });
    const again = await app.put(`${path()}/${body.id}`, { ...body, name: 'B2' });
    expect([again.status, again.body]).toEqual([200, { ...body, name: 'B2', updated_at: again.body.updated_at }]);

    const fields = { filter_label: ['must be at most 65 characters'] };
    const other = await app.put(`${path()}/${body.id}`, { ...body, filter_label: '🙂'.repeat(199) });
    expect([other.status, other.body.fields]).toEqual([422, fields]);
    expect((await app.put(`${path()}/${body.id}`, { ...body, filter_label: '🙂'.repeat(65) })).status).toBe(200);
    expect((await app.put(`${path()}/${body.id}`, body)).status).toBe(422); // its label has changed since
  });

  it('cannot be deleted while units use it', async () => {
    const { status, body } = await app.delete(`${path()}/${asset.floorPlan}`);

    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ code: 'floor_plan_in_use', message: expect.any(String) }),
    ]);
    expect((await app.get(`${path()}/${asset.floorPlan}`)).status).toBe(200);
  });

  it('can be deleted when its units are deleted or use another one', async () => {
    const other = await givenAsset(app, ['1', '2']);
    const plan = (await app.post(`${other.path}/floor-plans`, { ...valid(), asset_id: other.id })).body.id;
    const [first, second] = other.units;
    await app.delete(`${other.path}/units/${first}`);
    expect((await app.delete(`${other.path}/floor-plans/${other.floorPlan}`)).status).toBe(409);
    await app.put(`${other.path}/units/${second}`, { id: second, asset_id: other.id, floor_plan_id: plan });

    expect((await app.delete(`${other.path}/floor-plans/${other.floorPlan}`)).status).toBe(200);
  });

  it('is either deleted or used by a unit created concurrently, never both', async () => {
    for (let round = 0; round < 15; round++) {
      const plan = (await app.post(path(), valid())).body.id;
      const unit = {
        ...{ asset_id: asset.id, building_id: asset.building, floor_id: asset.floor, floor_plan_id: plan },
        ...{ unit_number: '1', area: 1 },
      };
      const [deleted, created] = await Promise.all([
        app.delete(`${path()}/${plan}`),
        app.post(`${asset.path}/units`, unit),
      ]);
      expect([`${deleted.status} ${created.status}`]).toContainEqual(expect.stringMatching(/^(200 422|409 201)$/));
      if (created.status === 422)
        expect(created.body.fields).toEqual({ floor_plan_id: ['is not known in this asset'] });
    }
  });

  it('is not found under another asset', async () => {
    const other = await givenAsset(app, []);

    expect((await app.get(`${path()}/${other.floorPlan}`)).status).toBe(404);
    expect((await app.delete(`${path()}/${other.floorPlan}`)).status).toBe(404);
    expect((await app.get(`${other.path}/floor-plans/${other.floorPlan}`)).status).toBe(200);
  });
});
