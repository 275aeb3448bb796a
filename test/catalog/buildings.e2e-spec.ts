import { filled, without } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenAsset, givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);

const path = () => `${asset.path}/buildings`;
const valid = () => ({ asset_id: asset.id, name: 'North', label: 'The north house' });

describe('A building', () => {
  behavesAsSpecified({
    app,
    path,
    valid,
    needs: { create: ['name'], update: ['name'] },
    boundaries: [filled('name', 255), labels()],
  });

  it('uses its name as its default label', async () => {
    const { body } = await app.post(path(), without(valid(), 'label'));
    const renamed = await app.put(`${path()}/${body.id}`, { id: body.id, asset_id: asset.id, name: 'South' });

    expect(body).toMatchObject({ name: 'North', label: 'North' });
    expect(renamed.body).toMatchObject({ name: 'South', label: 'North' });
  });

  it('is not found under another asset', async () => {
    const other = await givenAsset(app);

    expect((await app.get(`${path()}/${other.building}`)).status).toBe(404);
    expect((await app.get(`${other.path}/buildings/${asset.building}`)).status).toBe(404);
    const changes = { id: other.building, asset_id: asset.id, name: 'Stolen' };
    expect((await app.put(`${path()}/${other.building}`, changes)).status).toBe(404);
    expect((await app.get(`${other.path}/buildings`)).body.data).toMatchObject([{ name: 'North' }]);
  });
});

/** Labels may be blank, as nothing forbids it, but not null. */
function labels(): ReturnType<typeof filled> {
  return [
    'label',
    ['', ' ', 'x'.repeat(255), '🏠'.repeat(255)],
    [null, 'x'.repeat(256), '🏠'.repeat(256), 1, true, [], 'a\0b', '\ud800'],
  ];
}
